import { createActor } from 'xstate'
import { readRecents } from '../../machines/instruments/recents.ts'
import { storageKeys } from '../../platform/storage.ts'
import { type Area, unsubscribeAll } from '../area.ts'
import type { StartDeps } from '../deps.ts'
import { provideDeleteSeries, provideImport, provideStoredSeries } from './import-adapters.ts'
import { provideInstruments } from './instrument-adapters.ts'
import { provideRecents } from './recents-adapters.ts'

export const instruments = (deps: StartDeps) => {
  const { actors, memory, platform, previewed } = deps
  const reloadStored = (): void => actors.storedSeries.send({ type: 'request.send', input: null })
  return {
    actors: {
      instruments: createActor(
        provideInstruments({
          ...deps,
          createWorker: deps.createInstrumentWorker,
          log: platform.log,
          onLoaded: previewed.loaded,
        }),
      ),
      recents: createActor(provideRecents(deps.storage, memory), { input: { items: [] } }),
      candleImport: createActor(provideImport(deps)),
      storedSeries: createActor(provideStoredSeries(deps)),
      deleteSeries: createActor(provideDeleteSeries(deps)),
    },
    connect: () => {
      previewed.onOtherList(() => actors.instruments.send({ type: 'instruments.reload' }))
      return unsubscribeAll([
        actors.candleImport.on('import.done', reloadStored),
        actors.deleteSeries.on('request.succeeded', reloadStored),
      ])
    },
    begin: () => {
      actors.recents.send({ type: 'recents.replace', items: readRecents(memory.read(storageKeys.recents)) })
      actors.instruments.send({ type: 'instruments.load' })
      reloadStored()
    },
    end: () => actors.instruments.send({ type: 'instruments.clear' }),
  } satisfies Area
}
