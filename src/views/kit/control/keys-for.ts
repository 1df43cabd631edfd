import { currentKeymap } from '../../../commands/keymap/current.ts'
import { keysOf } from '../../../commands/keymap/resolve.ts'
import type { CommandCall } from '../../../commands/registry.ts'

const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)

/** As on key caps; null if unbound. */
export const keysFor = ({ command, args }: CommandCall): string | null =>
  keysOf(command, { ...args }, currentKeymap(), isMac)[0] ?? null

/** The key cap of a button that runs this call. */
export const capOf = (call: CommandCall): { readonly keys?: string } => {
  const keys = keysFor(call)
  return keys === null ? {} : { keys }
}
