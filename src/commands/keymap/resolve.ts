import { type Context, withoutLine } from '../context.ts'
import { quietEnvironment } from '../environment.ts'
import { type AnyArgs, type CommandCall, type CommandId, findCommand, titleOfCall } from '../registry.ts'
import { currentKeymap } from './current.ts'
import { panicKeys } from './default.ts'
import type { Binding, Keymap, KeymapSection } from './keymap.ts'
import { isPrinting, type Stroke, strokesInWords } from './stroke.ts'
import { parseWhen } from './when.ts'

export interface KeyHint {
  readonly stroke: Stroke
  readonly title: string
}

export type Resolved =
  | { readonly kind: 'none' }
  | { readonly kind: 'pending'; readonly hints: readonly KeyHint[] }
  | { readonly kind: 'command'; readonly call: CommandCall; readonly section: KeymapSection }
  | { readonly kind: 'line'; readonly line: string; readonly section: KeymapSection }

export const CHORD_LENGTH_MAX = 3

/** The last section whose clause holds wins; a binding whose command cannot run here is skipped. */
export const resolve = (
  keymap: Keymap,
  context: Context,
  pending: readonly Stroke[],
  stroke: Stroke,
): Resolved => {
  if (isPrinting(stroke) && (context.typing || context.dialog)) return { kind: 'none' }
  if (pending.length >= CHORD_LENGTH_MAX) return { kind: 'none' }
  const typed = [...pending, stroke].join(' ')
  const valid = validBindings(keymap, context)
  const exact = valid.get(typed)
  if (exact !== undefined) return { ...actOf(exact.binding), section: exact.section }
  const hints = [...valid]
    .filter(([keys]) => keys.startsWith(`${typed} `))
    .map(([keys, { binding }]) => ({
      stroke: keys.slice(typed.length + 1).split(' ')[0] ?? '',
      title: titleOfBinding(binding),
    }))
  return hints.length === 0 ? { kind: 'none' } : { kind: 'pending', hints }
}

/** Resolved last, so that nothing overrides it. */
const panicSection: KeymapSection = { keys: panicKeys }

interface Valid {
  readonly binding: Binding
  readonly section: KeymapSection
}

const validBindings = (keymap: Keymap, context: Context): ReadonlyMap<string, Valid> => {
  const valid = new Map<string, Valid>()
  for (const section of keymap) {
    if (!parseWhen(section.when ?? '')(context)) continue
    for (const [keys, binding] of Object.entries(section.keys)) {
      if (!canRun(binding, context)) continue
      valid.delete(keys)
      valid.set(keys, { binding, section })
    }
  }
  return valid
}

/** Resolved on the screen beneath any overlay. */
export const actOfStrokes = (strokes: string, context: Context): Act | null => {
  const valid = validBindings(currentKeymap(), withoutLine(context)).get(strokes)
  return valid === undefined ? null : actOf(valid.binding)
}

type Act =
  | { readonly kind: 'command'; readonly call: CommandCall }
  | { readonly kind: 'line'; readonly line: string }

export const actOf = (binding: Binding): Act => {
  if (typeof binding === 'string')
    return { kind: 'command', call: { command: binding, args: {} } as CommandCall }
  if ('line' in binding) return { kind: 'line', line: binding.line }
  return { kind: 'command', call: { command: binding[0], args: binding[1] } as CommandCall }
}

const canRun = (binding: Binding, context: Context): boolean => {
  const act = actOf(binding)
  if (act.kind === 'line') return true
  const command = findCommand(act.call.command)
  return command !== null && parseWhen(command.when)(context)
}

export const titleOfBinding = (binding: Binding): string => {
  const act = actOf(binding)
  return act.kind === 'line' ? act.line : titleOfCall(act.call, quietEnvironment)
}

export interface BoundKey {
  readonly keys: string
  readonly title: string
  readonly section: KeymapSection
}

export const validKeys = (
  context: Context,
  keymap: Keymap = currentKeymap(),
  isMac = false,
): readonly BoundKey[] =>
  [...validBindings([...keymap, panicSection], context)]
    .filter(([keys]) => !(context.typing || context.dialog) || !isPrinting(keys.split(' ')[0] ?? ''))
    .map(([keys, { binding, section }]) => ({
      keys: strokesInWords(keys, isMac),
      title: titleOfBinding(binding),
      section,
    }))

/** Includes bindings that are not valid now. */
export const boundKeys = (keymap: Keymap = currentKeymap(), isMac = false): readonly BoundKey[] =>
  [...keymap, panicSection].flatMap((section: KeymapSection) =>
    Object.entries(section.keys).map(([keys, binding]) => ({
      keys: strokesInWords(keys, isMac),
      title: titleOfBinding(binding),
      section,
    })),
  )

/** With `args`, only bindings with exactly these arguments. */
export const keysOf = (
  command: CommandId,
  args: AnyArgs = {},
  keymap: Keymap = currentKeymap(),
  isMac = false,
): readonly string[] =>
  (boundTo(keymap).get(command) ?? [])
    .filter((bound) => isSame(bound.args, args))
    .map(({ strokes }) => strokesInWords(strokes, isMac))

interface BoundStrokes {
  readonly strokes: string
  readonly args: AnyArgs
}

type ByCommand = ReadonlyMap<string, readonly BoundStrokes[]>

/** Inverted once per keymap: keymaps are immutable, and every palette row looks up its keys. */
const turned = new WeakMap<Keymap, ByCommand>()

const boundTo = (keymap: Keymap): ByCommand => {
  const known = turned.get(keymap)
  if (known !== undefined) return known
  const byCommand = new Map<string, BoundStrokes[]>()
  for (const { keys } of [...keymap, panicSection])
    for (const [strokes, binding] of Object.entries(keys)) {
      const act = actOf(binding)
      if (act.kind !== 'command') continue
      const { command, args } = act.call
      const bound = byCommand.get(command)
      if (bound === undefined) byCommand.set(command, [{ strokes, args }])
      else bound.push({ strokes, args })
    }
  turned.set(keymap, byCommand)
  return byCommand
}

const isSame = (left: AnyArgs, right: AnyArgs): boolean => {
  const names = Object.keys(left)
  return names.length === Object.keys(right).length && names.every((name) => left[name] === right[name])
}
