import type { CommandId, GivenArgs } from '../registry.ts'

export type Binding =
  | CommandId
  | { readonly [Id in CommandId]: readonly [Id, GivenArgs<Id>] }[CommandId]
  | { readonly line: string }

export interface KeymapSection {
  readonly when?: string
  /** A space separates the strokes of a chord. */
  readonly keys: Readonly<Record<string, Binding>>
}

export type Keymap = readonly KeymapSection[]
