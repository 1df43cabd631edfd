import type { createPaletteMachine } from '../../machines/shell/palette.ts'
import type { CommandCall } from '../registry.ts'

export type PaletteMachine = ReturnType<typeof createPaletteMachine<CommandCall>>

declare module '../../machines/requests.ts' {
  interface Machines {
    readonly palette: PaletteMachine
  }
}
