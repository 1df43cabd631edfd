import type { CommandId, GivenArgs } from '../registry.ts'

/** A command, a command with arguments, or a whole line of the command language. */
export type Binding =
  | CommandId
  | { readonly [Id in CommandId]: readonly [Id, GivenArgs<Id>] }[CommandId]
  | { readonly line: string }

export interface KeymapSection {
  /** Holds everywhere where absent. */
  readonly when?: string
  /** Strokes, parted by a space where they form a chord, and what they do. */
  readonly keys: Readonly<Record<string, Binding>>
}

export type Keymap = readonly KeymapSection[]
