import { assumptionsOf } from '../../../domain/backtests/run-assumptions.ts'
import { spanInWords } from '../../../domain/dates-in-words.ts'
import { type ArgsOf, command, optional, required, to } from '../../command.ts'
import type { Environment } from '../../environment.ts'
import { newName } from '../../grammar/list-name.ts'
import { checkSavedName } from '../../grammar/saved-name.ts'
import {
  anyStrategy,
  ownStrategy,
  strategyOf,
  strategyVersion,
} from '../../grammar/strategies/strategy-name.ts'
import { backtestArgs } from '../backtests/backtest-args.ts'

const focused = ({ context }: Environment): string | undefined =>
  context['focus.kind'] === 'strategy' ? context['focus.key'] : undefined

const focusedOwn = (environment: Environment): string | undefined => {
  const slug = focused(environment)
  return environment.strategies?.some((one) => one.slug === slug && !one.isSample) ? slug : undefined
}

const nameOf = (text: string, environment: Environment): string => strategyOf(text, environment)?.name ?? text

const { span, slippage, fill, costs, cutFrom, capital } = backtestArgs

const strategyArgs = {
  strategy: required('Strategy', anyStrategy, { initial: focused }),
  version: optional('Version', strategyVersion),
  span,
  slippage,
  fill,
  costs,
  cutFrom,
  capital,
} as const

type Args = ArgsOf<typeof strategyArgs>

const runRequest = ({ strategy, version, cutFrom: cut, ...said }: Args, environment: Environment) => {
  const { today, preferences } = environment
  const { slippageBps } = preferences
  const input = {
    strategy,
    version: version ?? null,
    said,
    today,
    slippageBps,
    cutFrom: cut ?? 'start',
  } as const
  return to('strategyRun', { type: 'request.send', input })
}

const describeRun = (args: Args, environment: Environment): string => {
  const known = strategyOf(args.strategy, environment)
  const version = args.version ?? known?.version
  const name = `${nameOf(args.strategy, environment)}${version === undefined ? '' : ` v${version}`}`
  const assumed = known === null ? args.span : assumptionsOf(args, known.interval, environment)
  return assumed === undefined
    ? `Backtest ${name}`
    : `Backtest ${name} · ${spanInWords(assumed.from, assumed.to)}`
}

export const runStrategy = command({
  id: 'strategy.backtest',
  title: 'Backtest a strategy',
  keywords: ['test', 'history', 'saved', 'sample', 'run'],
  verb: 'bt strategy',
  aliases: ['backtest strategy'],
  when: 'signedIn',
  effect: 'read',
  args: strategyArgs,
  run: runRequest,
  check: ({ span: asked }, { today }) =>
    asked !== undefined && asked.from > today
      ? { arg: 'span', found: asked.from, expected: `a first day not after today, ${today}` }
      : null,
  describe: describeRun,
})

export const openStrategy = command({
  id: 'strategy.open',
  title: 'Last report of a strategy',
  keywords: ['backtest', 'show', 'figures'],
  verb: 'strategy report',
  when: 'signedIn',
  effect: 'read',
  args: { strategy: required('Strategy', anyStrategy, { initial: focused }) },
  run: (args, environment) => {
    const report = strategyOf(args.strategy, environment)?.report ?? null
    return report === null
      ? runRequest(args, environment)
      : to('backtest', { type: 'backtest.open', slug: report })
  },
  describe: (args, environment) =>
    strategyOf(args.strategy, environment)?.report
      ? `Open the last report of ${nameOf(args.strategy, environment)}`
      : describeRun(args, environment),
})

export const readVersions = command({
  id: 'strategy.versions',
  title: 'What changed in a strategy',
  keywords: ['versions', 'history', 'difference', 'compare'],
  verb: 'what changed',
  aliases: ['versions of'],
  when: 'signedIn',
  effect: 'read',
  args: { strategy: required('Strategy', ownStrategy, { initial: focusedOwn }) },
  run: ({ strategy }) => to('strategyPanel', { type: 'panel.read', slug: strategy }),
  describe: ({ strategy }, environment) => `Show what changed in ${nameOf(strategy, environment)}`,
})

export const copyStrategy = command({
  id: 'strategy.copy',
  title: 'Copy a strategy',
  keywords: ['duplicate', 'sample', 'clone'],
  verb: 'copy strategy',
  when: 'signedIn',
  effect: 'local',
  args: {
    strategy: required('Strategy', anyStrategy, { initial: focused }),
    name: optional('Name', newName({ expects: 'a name for the copy' }), { word: 'as' }),
  },
  run: ({ strategy, name }) => to('strategyActs', { type: 'strategy.copy', strategy, name: name ?? null }),
  check: checkSavedName,
  describe: ({ strategy, name }, environment) =>
    `Copy ${nameOf(strategy, environment)}${name === undefined ? '' : ` as ${name}`} to your strategies`,
})

export const deleteStrategy = command({
  id: 'strategy.delete',
  title: 'Delete a strategy',
  keywords: ['remove'],
  verb: 'delete strategy',
  when: 'signedIn',
  effect: 'local',
  args: { strategy: required('Strategy', ownStrategy, { initial: focusedOwn }) },
  run: ({ strategy }, { context }) =>
    to('strategyActs', {
      type: 'strategy.delete',
      strategy,
      isOnItsScreen: context.view === 'my-strategies',
    }),
  describe: ({ strategy }, environment) => `Delete ${nameOf(strategy, environment)}`,
  undo: () => to('strategyActs', { type: 'strategy.undelete', deleted: null }),
})

export const undeleteStrategy = command({
  id: 'strategy.undelete',
  title: 'Restore the strategy deleted last',
  keywords: ['undo', 'undelete', 'bring back'],
  verb: 'undelete strategy',
  when: 'signedIn',
  effect: 'local',
  run: () => to('strategyActs', { type: 'strategy.undelete', deleted: null }),
})

export const restoreVersion = command({
  id: 'strategy.restore',
  title: 'Restore an older version of a strategy',
  keywords: ['version', 'back', 'revert'],
  verb: 'restore strategy',
  when: 'signedIn',
  effect: 'local',
  args: {
    strategy: required('Strategy', ownStrategy, { initial: focusedOwn }),
    version: required('Version', strategyVersion),
  },
  run: ({ strategy, version }, environment) => {
    const seen = strategyOf(strategy, environment)?.version ?? null
    return to('strategyActs', { type: 'strategy.restore', strategy, version, seen })
  },
  check: ({ strategy, version }, environment) => {
    const newest = strategyOf(strategy, environment)?.version
    if (newest === undefined || version < newest) return null
    const expected = newest === 1 ? 'a strategy with older versions' : `a version from v1 to v${newest - 1}`
    return { arg: 'version', found: `v${version}`, expected }
  },
  describe: ({ strategy, version }, environment) => `Restore v${version} of ${nameOf(strategy, environment)}`,
})

export const savedStrategyCommands = [
  runStrategy,
  openStrategy,
  readVersions,
  copyStrategy,
  deleteStrategy,
  undeleteStrategy,
  restoreVersion,
] as const
