import type { CommandCall } from '../../commands/registry.ts'
import type { ViewConsole } from './console.tsx'
import { keysFor } from './control/keys-for.ts'
import type { RowAct } from './table/row-menu.tsx'

export const commandAct = (
  console: Pick<ViewConsole, 'run'>,
  title: string,
  call: CommandCall,
  more: Pick<RowAct, 'isDisabled' | 'isApart' | 'keys'> = {},
): RowAct => ({
  id: call.command,
  title,
  // Keys act on the focused row, so the call has no arguments.
  keys: keysFor({ command: call.command, args: {} } as CommandCall),
  run: () => console.run(call),
  ...more,
})
