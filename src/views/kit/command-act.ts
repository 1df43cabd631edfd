import type { CommandCall } from '../../commands/registry.ts'
import type { ViewConsole } from './console.tsx'
import { keysFor } from './keys-for.ts'
import type { RowAct } from './row-menu.tsx'

/** An entry of a menu or a strip that runs a command, with the keys that do the same to the row under the cursor. */
export const commandAct = (
  console: Pick<ViewConsole, 'run'>,
  title: string,
  call: CommandCall,
  more: Pick<RowAct, 'isDisabled' | 'isApart' | 'keys'> = {},
): RowAct => ({
  id: call.command,
  title,
  // Keys name no row: they mean the one under the cursor.
  keys: keysFor({ command: call.command, args: {} } as CommandCall),
  run: () => console.run(call),
  ...more,
})
