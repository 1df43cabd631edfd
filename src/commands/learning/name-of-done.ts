import { printCall } from '../grammar/print-call.ts'
import type { CommandCall } from '../registry.ts'

/** Screens are opened by one command, and which was opened matters: `go positions`. Others are named by their id. */
export const nameOfDone = (call: CommandCall): string =>
  call.command === 'view.open' ? printCall(call) : call.command
