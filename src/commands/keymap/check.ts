import { nearestHint } from '../../domain/nearest.ts'
import { isKeptLine, type KeptBinding, type KeptSection } from '../../domain/shortcuts/shortcuts.ts'
import type { Effect } from '../command.ts'
import type { Environment } from '../environment.ts'
import { wordAt } from '../grammar/words.ts'
import { type AnyArgs, type AnyCommand, allCommands, findCommand, verbsFrom } from '../registry.ts'
import { defaultKeymap } from './default.ts'
import type { Binding, Keymap, KeymapSection } from './keymap.ts'
import { canMeet, implies } from './overlap.ts'
import { actOf, titleOfBinding } from './resolve.ts'
import { strokesInWords } from './stroke.ts'
import { isBare, isEditing, isInTheWay, strokesProblem } from './stroke-text.ts'
import { bindingOf, defaultAt, isSameScope, type KeyLocation } from './user-keymap.ts'
import { parseWhen, WhenError } from './when.ts'

export interface KeymapProblem {
  /** From 0. */
  readonly section: number
  /** Null if the section itself is invalid. */
  readonly strokes: string | null
  readonly of: 'when' | 'strokes' | 'binding'
  readonly message: string
}

export const keymapProblem = (
  keymap: readonly KeptSection[],
  environment: Environment,
): KeymapProblem | null => {
  for (const [section, { when = '', keys }] of keymap.entries()) {
    const clause = whenProblem(when)
    if (clause !== null) return { section, strokes: null, of: 'when', message: clause }
    for (const [strokes, binding] of Object.entries(keys)) {
      const wrong = keyProblem({ when, strokes }, binding, environment)
      if (wrong !== null) return { section, strokes, ...wrong }
      const clash = earlierClash(keymap, section, { when, strokes }, binding)
      if (clash !== null) return { section, strokes, of: 'strokes', message: clash }
    }
  }
  return null
}

export const keyProblem = (
  { when, strokes }: KeyLocation,
  binding: KeptBinding,
  environment: Environment,
): Pick<KeymapProblem, 'of' | 'message'> | null => {
  const found = binding === null ? defaultAt({ when, strokes }) : null
  if (binding === null) return found === null ? { of: 'strokes', message: 'no key is assigned here' } : null
  const written = strokesProblem(strokes)
  if (written !== null) return { of: 'strokes', message: written }
  const meant = bindingProblem(binding, environment)
  if (meant !== null) return { of: 'binding', message: meant }
  const unsafe = unsafeBecause({ when, strokes }, bindingOf(binding))
  return unsafe === null ? null : { of: 'strokes', message: unsafe }
}

const whenProblem = (when: string): string | null => {
  try {
    parseWhen(when)
    return null
  } catch (error) {
    if (error instanceof WhenError) return error.message
    throw error
  }
}

/** Two keys of one scope clash if they are equal or one begins the other. Elsewhere the later one wins. */
const earlierClash = (
  keymap: readonly KeptSection[],
  section: number,
  { when, strokes }: KeyLocation,
  binding: KeptBinding,
): string | null => {
  if (binding === null) return null
  for (const other of keymap.slice(0, section + 1)) {
    for (const [keys, bound] of Object.entries(other.keys)) {
      if (other === keymap[section] && keys === strokes) break
      if (bound === null || !isInTheWay(keys, strokes)) continue
      const isWhole = isSameScope(other, { when }) || keys !== strokes
      if (!isWhole || !canMeet(other.when ?? '', when)) continue
      return `${strokesInWords(strokes)} conflicts with ${strokesInWords(keys)}: ${titleOfBinding(bindingOf(bound))}`
    }
  }
  return null
}

const bindingProblem = (binding: Exclude<KeptBinding, null>, environment: Environment): string | null => {
  if (typeof binding === 'object' && 'line' in binding)
    return isKeptLine(binding.line) ? null : 'a line of at most 400 characters is needed'
  const [id, args] = typeof binding === 'string' ? [binding, {}] : binding
  const one = findCommand(id)
  if (one === null)
    return `there is no command ${id}${nearestHint(
      id,
      allCommands().map((known) => known.id),
    )}`
  return argsProblem(one, args, environment)
}

/** A value is valid if it prints and reads back unchanged. */
const argsProblem = (one: AnyCommand, args: AnyArgs, environment: Environment): string | null => {
  for (const [name, value] of Object.entries(args)) {
    const spec = Object.hasOwn(one.args, name) ? one.args[name] : undefined
    if (spec === undefined) return `${one.id} takes no ${name}${nearestHint(name, Object.keys(one.args))}`
    try {
      const text = spec.kind.print(value)
      const taken = spec.kind.read(text, 0, environment)
      if (taken?.kind === 'value' && JSON.stringify(taken.value) === JSON.stringify(value)) continue
    } catch {
      // A value that cannot be printed is invalid.
    }
    return `${name} is not ${spec.kind.expects}`
  }
  return null
}

const ranks: readonly Effect[] = ['read', 'local', 'reduces', 'increases', 'irreversible']

const effectOfLine = (line: string): Effect => {
  let heaviest = 0
  for (const match of line.matchAll(/\S+/g)) {
    for (const { one } of verbsFrom(wordAt(line, match.index).text.toLowerCase()))
      if (one.danger === 'none') heaviest = Math.max(heaviest, ranks.indexOf(one.effect))
  }
  return ranks[heaviest] ?? 'read'
}

const effectOf = (binding: Binding): Effect => {
  const act = actOf(binding)
  if (act.kind === 'line') return effectOfLine(act.line)
  const one = findCommand(act.call.command)
  return one === null || one.danger !== 'none' ? 'read' : one.effect
}

const unsafeBecause = ({ when, strokes }: KeyLocation, binding: Binding): string | null => {
  if (isEditing(strokes) && !implies(when, '!typing'))
    return `${strokesInWords(strokes)} edits text: add !typing to its scope`
  if (!isBare(strokes) || isDefaultIn(when, binding)) return null
  const effect = effectOf(binding)
  if (effect === 'read' || effect === 'local' || implies(when, 'armed')) return null
  if (effect === 'reduces' && implies(when, 'focus.kind == position || focus.kind == order')) return null
  return 'a single key cannot trade unless armed: add Ctrl or Alt, use a chord, or add armed to its scope'
}

/** The default keymap binds it to a bare key in this scope, where it confirms or only writes a line. */
const isDefaultIn = (when: string, binding: Binding): boolean => {
  const sections: Keymap = defaultKeymap
  const wanted = JSON.stringify(binding)
  return sections.some(
    (section) =>
      isSameScope(section, { when }) &&
      Object.entries(section.keys).some(([keys, bound]) => isBare(keys) && JSON.stringify(bound) === wanted),
  )
}

export interface Clash extends KeyLocation {
  readonly title: string
  /** In the same scope, or one begins the other: only one of them can be bound. */
  readonly isWhole: boolean
}

/** Excludes the key that the new one replaces. */
export const clashesOf = (
  location: KeyLocation,
  keymap: Keymap,
  replaced: KeyLocation | null,
): readonly Clash[] =>
  keymap.flatMap((section: KeymapSection) => {
    const when = section.when ?? ''
    return Object.entries(section.keys).flatMap(([strokes, binding]): readonly Clash[] => {
      const isReplaced = replaced !== null && replaced.when === when && replaced.strokes === strokes
      if (isReplaced || !isInTheWay(strokes, location.strokes) || !canMeet(when, location.when)) return []
      const isWhole = isSameScope(section, location) || strokes !== location.strokes
      return [{ when, strokes, title: titleOfBinding(binding), isWhole }]
    })
  })
