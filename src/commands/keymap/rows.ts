import { capitalised } from '../../domain/format.ts'
import { type ScreenId, screenOf, screens } from '../../domain/screens.ts'
import type { KeptBinding, KeptSection, Shortcuts } from '../../domain/shortcuts/shortcuts.ts'
import { printCall } from '../grammar/print-call.ts'
import { type AnyCommand, allCommands, callOf } from '../registry.ts'
import { clashesOf } from './check.ts'
import { defaultKeymap, panicKeys } from './default.ts'
import type { Binding, Keymap, KeymapSection } from './keymap.ts'
import { actOf, titleOfBinding } from './resolve.ts'
import { isSameScope, keymapWith } from './user-keymap.ts'

/** `off`: unassigned by the user. `fixed`: the kill switch. `free`: a command without a key. */
export type KeyRowState = 'default' | 'own' | 'off' | 'pinned' | 'fixed' | 'free'

export interface KeyRow {
  readonly id: string
  readonly when: string
  readonly strokes: string
  readonly binding: KeptBinding
  readonly state: KeyRowState
  readonly title: string
  readonly line: string
  readonly where: string
  /** A user key and a default key can both be valid at once; the user's wins. */
  readonly isClashing: boolean
}

export const keyRows = ({ keymap, pins }: Pick<Shortcuts, 'keymap' | 'pins'>): readonly KeyRow[] => {
  const effective = keymapWith({ keymap, pins })
  const sections: Keymap = defaultKeymap
  const clashing = clashingIds(keymap, effective)
  const bound = [
    ...rowsOf([{ keys: panicKeys }], () => 'fixed'),
    ...rowsOf(effective, ({ when }, strokes) =>
      isOwn(keymap, when, strokes) ? 'own' : isPinned(pins, strokes) ? 'pinned' : 'default',
    ),
    ...rowsOf(sections, ({ when }, strokes) => (keptAt(keymap, when, strokes) === null ? 'off' : null)).map(
      (row) => ({ ...row, id: `off ${row.id}` }),
    ),
  ]
  return [
    ...bound.map((row) => ({ ...row, isClashing: clashing.has(row.id) })),
    ...allCommands()
      .filter(({ id, isListed }) => isListed !== false && !bound.some((row) => commandOf(row.binding) === id))
      .map(freeRow),
  ]
}

export const keyId = (when: string, strokes: string): string => `${when}  ${strokes}`

const rowsOf = (
  keymap: Keymap,
  stateOf: (section: KeymapSection, strokes: string) => KeyRowState | null,
): readonly KeyRow[] =>
  keymap.flatMap((section) =>
    Object.entries(section.keys).flatMap(([strokes, binding]) => {
      const state = stateOf(section, strokes)
      return state === null ? [] : [boundRow(section, strokes, binding, state)]
    }),
  )

const boundRow = (
  { when = '' }: KeymapSection,
  strokes: string,
  binding: Binding,
  state: KeyRowState,
): KeyRow => {
  const act = actOf(binding)
  return {
    id: keyId(when, strokes),
    when,
    strokes: state === 'off' ? '' : strokes,
    binding: binding as KeptBinding,
    state,
    title: titleOfBinding(binding) || String(commandOf(binding as KeptBinding)),
    line: act.kind === 'line' ? act.line : printCall(act.call) || act.call.command,
    where: whereInWords(when),
    isClashing: false,
  }
}

const freeRow = (one: AnyCommand): KeyRow => {
  const when = ['signedIn', one.when.replace(/^signedIn( && )?/, ''), '!typing', '!dialog']
    .filter((part) => part !== '')
    .map((part) => (part.includes('||') && !part.startsWith('(') ? `(${part})` : part))
    .join(' && ')
  return {
    id: `free ${one.id}`,
    when,
    strokes: '',
    binding: one.id,
    state: 'free',
    title: one.title,
    line: printCall(callOf(one, {})),
    where: whereInWords(when),
    isClashing: false,
  }
}

const commandOf = (binding: KeptBinding): string | null => {
  if (typeof binding === 'string') return binding
  return binding === null || 'line' in binding ? null : binding[0]
}

/** Undefined if the user has not changed it. */
const keptAt = (
  keymap: readonly KeptSection[],
  when: string | undefined,
  strokes: string,
): KeptBinding | undefined =>
  keymap.find(
    (section) =>
      isSameScope(section, when === undefined ? {} : { when }) && Object.hasOwn(section.keys, strokes),
  )?.keys[strokes]

const isOwn = (keymap: readonly KeptSection[], when: string | undefined, strokes: string): boolean => {
  const kept = keptAt(keymap, when, strokes)
  return kept !== undefined && kept !== null
}

const isPinned = (pins: Shortcuts['pins'], strokes: string): boolean =>
  /^alt\+[1-9]$/.test(strokes) && Object.hasOwn(pins, strokes.slice(4))

const clashingIds = (keymap: readonly KeptSection[], effective: Keymap): ReadonlySet<string> => {
  const ids = new Set<string>()
  for (const { when = '', keys } of keymap) {
    for (const [strokes, binding] of Object.entries(keys)) {
      if (binding === null) continue
      const location = { when, strokes }
      for (const clash of clashesOf(location, effective, location)) {
        ids.add(keyId(when, strokes))
        ids.add(keyId(clash.when, clash.strokes))
      }
    }
  }
  return ids
}

const focusWords: Readonly<Record<string, string>> = {
  run: 'a saved run',
  symbol: 'a symbol',
  order: 'an order',
  position: 'a position',
  holding: 'a holding',
  watch: 'a watched symbol',
  leg: 'a leg',
}

export const whereInWords = (when: string): string => {
  const views = [...when.matchAll(/\bview == ([\w-]+)/g)].map(([, id = '']) => titleOfView(id))
  const focused = [...when.matchAll(/focus\.kind == (\w+)/g)].map(([, kind = '']) => focusWords[kind] ?? kind)
  const more = [
    ...(/(?<!!)\barmed\b/.test(when) ? ['armed'] : []),
    ...(/(?<!!)\bpalette\b/.test(when) ? ['command line'] : []),
    ...(/(?<!!)\bfocus\.instrument\b/.test(when) && focused.length === 0 ? ['on an instrument'] : []),
    ...focused.map((kind) => `on ${kind}`),
  ]
  const screensInWords = views.length === 0 ? [] : [views.join(', ')]
  const words = [...screensInWords, ...more]
  return words.length === 0 ? 'Anywhere' : capitalised(words.join(' · '))
}

const titleOfView = (id: string): string =>
  screens.some((screen) => screen.id === id) ? screenOf(id as ScreenId).title : id
