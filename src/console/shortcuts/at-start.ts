import { createActor } from 'xstate'
import { chordMachine } from '../../machines/shortcuts/chord.ts'
import type { Area } from '../area.ts'

export const shortcutsAtStart = () =>
  ({
    actors: { chord: createActor(chordMachine) },
  }) satisfies Area
