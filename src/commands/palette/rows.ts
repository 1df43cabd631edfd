import type { Variant } from '../command.ts'
import type { Environment } from '../environment.ts'
import { currentKeymap } from '../keymap/current.ts'
import { keysOf } from '../keymap/resolve.ts'
import { strokesInWords } from '../keymap/stroke.ts'
import type { PaletteRow } from '../reading.ts'
import { type CommandCall, findCommand, titleOfCall } from '../registry.ts'

/** The key of usage counts: one per screen, otherwise one per command. */
export const rowIdOf = (call: CommandCall): string =>
  call.command === 'view.open' && call.args.view !== undefined ? `view.open ${call.args.view}` : call.command

export const actRow = (
  call: CommandCall,
  kind: PaletteRow['kind'],
  environment: Environment,
  id = rowIdOf(call),
): PaletteRow => {
  const [keys] = keysOf(call.command, call.args, currentKeymap(), environment.isMac)
  return {
    id,
    title: titleOfCall(call, environment),
    detail: findCommand(call.command)?.verb ?? '',
    ...(keys === undefined ? {} : { keys }),
    kind,
    call,
  }
}

export const variantRow = (
  call: CommandCall,
  { stroke, words }: Pick<Variant<unknown>, 'stroke' | 'words'>,
  environment: Environment,
  id: string,
): PaletteRow => {
  const row = { ...actRow(call, 'variant', environment, id), words }
  return stroke === undefined ? row : { ...row, keys: strokesInWords(stroke, environment.isMac) }
}

export const insertRow = (
  id: string,
  kind: PaletteRow['kind'],
  title: string,
  detail: string,
  insert: string,
  caret = insert.length,
): PaletteRow => ({ id, title, detail, kind, insert, caret })
