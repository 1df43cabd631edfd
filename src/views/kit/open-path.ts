import type { CommandCall } from '../../commands/registry.ts'
import { screens } from '../../domain/screens.ts'

export const openPath = (path: string): CommandCall => {
  const screen = screens.find((one) => one.path === path)
  return screen === undefined
    ? { command: 'address.open', args: { address: path } }
    : { command: 'view.open', args: { view: screen.id } }
}

/** The command line with the beginning of a line. */
export const openLine = (line: string): CommandCall => ({ command: 'palette.open', args: { line } })
