import { createActor } from 'xstate'
import { chordMachine } from '../../machines/shortcuts/chord.ts'
import type { CreateArea } from '../area.ts'
import type { StartDeps } from '../deps.ts'

export const shortcutsAtStart: CreateArea<StartDeps, 'chord'> = () => ({
  actors: { chord: createActor(chordMachine) },
})
