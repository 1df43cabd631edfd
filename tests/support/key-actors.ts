import { createActor, type SimulatedClock } from 'xstate'
import type { CommandCall } from '../../src/commands/registry.ts'
import { chordMachine } from '../../src/machines/chord.ts'
import { helpMachine } from '../../src/machines/help.ts'
import { killIntentMachine } from '../../src/machines/kill-intent.ts'
import { createPaletteMachine } from '../../src/machines/palette.ts'

/** What keys are given to, with nothing open and nothing owed. */
export const startKeyActors = (clock: SimulatedClock) => ({
  chord: createActor(chordMachine, { clock }).start(),
  palette: createActor(createPaletteMachine<CommandCall>(), { input: { history: [], usage: {} } }).start(),
  help: createActor(helpMachine).start(),
  killIntent: createActor(killIntentMachine, { input: { owed: null } }).start(),
})
