import type { KeptBinding, KeptSection, Shortcuts } from '../../domain/shortcuts/shortcuts.ts'
import { defaultKeymap } from './default.ts'
import type { Binding, Keymap, KeymapSection } from './keymap.ts'

/** Also while typing, because Alt prints nothing. */
const PINS_WHEN = 'signedIn'

/** Defaults that the user has not changed, then pinned lines, then the user's own keys. */
export const keymapWith = ({ keymap, pins }: Pick<Shortcuts, 'keymap' | 'pins'>): Keymap => {
  const defaults: Keymap = defaultKeymap
  const taken = defaults.map((section) => withoutTaken(section, keymap))
  const pinned: Keymap = Object.keys(pins).length === 0 ? [] : [pinSection(pins)]
  const own = keymap.flatMap((section): Keymap => {
    const keys = Object.entries(section.keys).flatMap(([strokes, kept]) =>
      kept === null ? [] : [[strokes, bindingOf(kept)] as const],
    )
    return keys.length === 0 ? [] : [{ ...whenOf(section), keys: Object.fromEntries(keys) }]
  })
  return [...taken, ...pinned, ...own]
}

const whenOf = ({ when }: KeptSection): Pick<KeymapSection, 'when'> =>
  when === undefined || when === '' ? {} : { when }

const pinSection = (pins: Shortcuts['pins']): KeymapSection => ({
  when: PINS_WHEN,
  keys: Object.fromEntries(Object.entries(pins).map(([digit, line]) => [`alt+${digit}`, { line }])),
})

const withoutTaken = (section: KeymapSection, own: readonly KeptSection[]): KeymapSection => {
  const taken = new Set(
    own.filter((one) => isSameScope(one, section)).flatMap(({ keys }) => Object.keys(keys)),
  )
  if (taken.size === 0) return section
  const left = Object.entries(section.keys).filter(([strokes]) => !taken.has(strokes))
  return { ...section, keys: Object.fromEntries(left) }
}

export const isSameScope = (one: { readonly when?: string }, other: { readonly when?: string }): boolean =>
  (one.when ?? '') === (other.when ?? '')

/** `resolve` checks that the command exists, `keymapProblem` that its arguments are valid. */
export const bindingOf = (kept: Exclude<KeptBinding, null>): Binding => kept as Binding

export interface KeyLocation {
  readonly when: string
  readonly strokes: string
}

/** Null unassigns the key. */
export const withKey = (
  keymap: readonly KeptSection[],
  { when, strokes }: KeyLocation,
  binding: KeptBinding,
): readonly KeptSection[] => {
  const found = keymap.find((section) => isSameScope(section, { when }))
  if (found === undefined) return [...keymap, { ...whenOf({ when, keys: {} }), keys: { [strokes]: binding } }]
  return keymap.map((section) =>
    section === found ? { ...section, keys: { ...section.keys, [strokes]: binding } } : section,
  )
}

export const withoutKey = (
  keymap: readonly KeptSection[],
  { when, strokes }: KeyLocation,
): readonly KeptSection[] =>
  keymap
    .map((section) =>
      isSameScope(section, { when })
        ? {
            ...section,
            keys: Object.fromEntries(Object.entries(section.keys).filter(([keys]) => keys !== strokes)),
          }
        : section,
    )
    .filter(({ keys }) => Object.keys(keys).length > 0)

export const defaultAt = ({ when, strokes }: KeyLocation): Binding | null => {
  const sections: Keymap = defaultKeymap
  for (const section of sections) {
    if (isSameScope(section, { when }) && Object.hasOwn(section.keys, strokes))
      return section.keys[strokes] ?? null
  }
  return null
}

export const withoutBinding = (
  keymap: readonly KeptSection[],
  location: KeyLocation,
): readonly KeptSection[] =>
  defaultAt(location) === null ? withoutKey(keymap, location) : withKey(keymap, location, null)

/** Removes the user's key and restores the defaults of the same command in this scope. */
export const restoredKey = (
  keymap: readonly KeptSection[],
  location: KeyLocation,
): readonly KeptSection[] => {
  const section = keymap.find((one) => isSameScope(one, location))
  const bound = section?.keys[location.strokes] ?? null
  const left = withoutKey(keymap, location)
  if (section === undefined || bound === null) return left
  return Object.entries(section.keys)
    .filter(([strokes, kept]) => {
      const standard = kept === null ? defaultAt({ when: location.when, strokes }) : null
      return standard !== null && JSON.stringify(standard) === JSON.stringify(bound)
    })
    .reduce((rest, [strokes]) => withoutKey(rest, { when: location.when, strokes }), left)
}
