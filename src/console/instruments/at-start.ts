import { createActor } from 'xstate'
import { readRecents } from '../../machines/instruments/recents.ts'
import { storageKeys } from '../../platform/storage.ts'
import type { Area } from '../area.ts'
import type { StartDeps } from '../deps.ts'
import { provideInstruments } from './instrument-adapters.ts'
import { provideRecents } from './recents-adapters.ts'

export const instrumentsAtStart = (deps: StartDeps) => {
  const { actors, memory, previewed } = deps
  return {
    actors: {
      instruments: createActor(
        provideInstruments({
          ...deps,
          createWorker: deps.createInstrumentWorker,
          onLoaded: previewed.loaded,
        }),
      ),
      recents: createActor(provideRecents(deps.storage, memory), { input: { items: [] } }),
    },
    connect: () => {
      previewed.onOtherList(() => actors.instruments.send({ type: 'instruments.reload' }))
      return () => {}
    },
    begin: () => {
      actors.recents.send({ type: 'recents.replace', items: readRecents(memory.read(storageKeys.recents)) })
      actors.instruments.send({ type: 'instruments.load' })
    },
    end: () => actors.instruments.send({ type: 'instruments.clear' }),
  } satisfies Area
}
