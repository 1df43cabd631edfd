import { currentKeymap } from '../keymap/current.ts'
import { keysOf } from '../keymap/resolve.ts'
import type { CommandCall } from '../registry.ts'

/** As `Clicks` names a call; null without a key, so that there is nothing to learn. */
export const clickOf = ({ command, args }: CommandCall, isMac = false): string | null => {
  const learnt = [args, {}].find((one) => keysOf(command, one, currentKeymap(), isMac).length > 0)
  return learnt === undefined ? null : `${command} ${JSON.stringify(learnt)}`
}
