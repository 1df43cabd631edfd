import { createActor, type SimulatedClock } from 'xstate'
import type { CommandCall } from '../../../src/commands/registry.ts'
import { killIntentMachine } from '../../../src/machines/orders/kill-intent.ts'
import { helpMachine } from '../../../src/machines/shell/help.ts'
import { createPaletteMachine } from '../../../src/machines/shell/palette.ts'
import { chordMachine } from '../../../src/machines/shortcuts/chord.ts'

export const startKeyActors = (clock: SimulatedClock) => ({
  chord: createActor(chordMachine, { clock }).start(),
  palette: createActor(createPaletteMachine<CommandCall>(), { input: { history: [], usage: {} } }).start(),
  help: createActor(helpMachine).start(),
  killIntent: createActor(killIntentMachine, { input: { owed: null } }).start(),
})
