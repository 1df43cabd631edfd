import { type ArgKind, command, optional, required, to } from '../../command.ts'
import { basisPoints } from '../../grammar/backtests/slippage.ts'
import { choice } from '../../grammar/choice.ts'
import { taken } from '../../grammar/words.ts'

export const togglePalette = command({
  id: 'palette.toggle',
  title: 'Command line',
  keywords: ['palette', 'search'],
  verb: 'palette',
  isListed: false,
  effect: 'read',
  run: () => to('palette', { type: 'palette.toggle' }),
})

const wholeLine: ArgKind<string> = {
  token: 'name',
  expects: 'the line it opens with',
  isGreedy: true,
  read(line, from) {
    const text = line.slice(from).trimEnd()
    return text === '' ? null : taken(text, from + text.length)
  },
  print: (line) => line,
  complete: () => [],
}

export const openPalette = command({
  id: 'palette.open',
  title: 'Open the command line',
  verb: 'line',
  isListed: false,
  effect: 'read',
  args: { line: optional('Line', wholeLine) },
  run: ({ line }) => to('palette', { type: 'palette.open', ...(line === undefined ? {} : { line }) }),
})

export const toggleHelp = command({
  id: 'help.toggle',
  title: 'Keyboard shortcuts',
  keywords: ['help', 'shortcuts', 'cheat sheet'],
  verb: 'keys',
  aliases: ['help', '?', 'help ?'],
  effect: 'read',
  run: () => to('help', { type: 'help.toggle' }),
})

const theme = choice('light, dark or toggle', [
  { value: 'light', words: ['light'], title: 'Light theme' },
  { value: 'dark', words: ['dark'], title: 'Dark theme' },
  { value: 'toggle', words: ['toggle'], title: 'Switch between light and dark' },
])

export const setTheme = command({
  id: 'theme.set',
  title: 'Theme',
  keywords: ['dark', 'light', 'appearance', 'colour'],
  verb: 'theme',
  effect: 'local',
  args: { theme: optional('Theme', theme) },
  run: ({ theme = 'toggle' }) => to('preferences', { type: 'theme.set', theme }),
  describe: ({ theme = 'toggle' }) => (theme === 'toggle' ? 'Switch the theme' : `Use the ${theme} theme`),
  variants: ({ theme = 'toggle' }) =>
    (['light', 'dark'] as const)
      .filter((other) => other !== theme)
      .map((other) => ({ args: { theme: other } })),
  undo: ({ theme = 'toggle' }) =>
    to('preferences', {
      type: 'theme.set',
      theme: theme === 'toggle' ? 'toggle' : theme === 'light' ? 'dark' : 'light',
    }),
})

export const liftSpanLimits = command({
  id: 'spanLimits.lift',
  title: 'Remove backtest span limits',
  keywords: ['longer', 'range', 'cut', 'days'],
  verb: 'lift span limits',
  when: 'signedIn',
  effect: 'local',
  run: () => to('preferences', { type: 'preference.set', name: 'liftSpanLimits', value: true }),
  undo: () => to('preferences', { type: 'preference.set', name: 'liftSpanLimits', value: false }),
})

export const keepSpanLimits = command({
  id: 'spanLimits.keep',
  title: 'Restore backtest span limits',
  keywords: ['range', 'cut', 'days'],
  verb: 'keep span limits',
  when: 'signedIn',
  effect: 'local',
  run: () => to('preferences', { type: 'preference.set', name: 'liftSpanLimits', value: false }),
  undo: () => to('preferences', { type: 'preference.set', name: 'liftSpanLimits', value: true }),
})

export const setSlippage = command({
  id: 'slippage.set',
  title: 'Default backtest slippage',
  keywords: ['default', 'bps'],
  verb: 'slippage',
  when: 'signedIn',
  effect: 'local',
  args: { bps: required('Basis points', basisPoints) },
  run: ({ bps }) => to('preferences', { type: 'preference.set', name: 'slippageBps', value: bps }),
  describe: ({ bps }) => `Set default slippage to ${bps} bps`,
})

export const signOut = command({
  id: 'auth.signOut',
  title: 'Sign out',
  keywords: ['log out', 'leave'],
  verb: 'sign out',
  aliases: ['logout', 'signout'],
  when: 'signedIn',
  effect: 'local',
  run: () => to('auth', { type: 'auth.signOut' }),
})

export const consoleCommands = [
  setTheme,
  setSlippage,
  liftSpanLimits,
  keepSpanLimits,
  toggleHelp,
  togglePalette,
  openPalette,
  signOut,
] as const
