import { createActor } from 'xstate'
import { type Area, unsubscribeAll } from '../area.ts'
import type { Deps } from '../deps.ts'
import { provideDeleteSeries, provideImport, provideStoredSeries } from './import-adapters.ts'

export const instruments = (deps: Deps) => {
  const { actors } = deps
  const reloadStored = (): void => actors.storedSeries.send({ type: 'request.send', input: null })
  return {
    actors: {
      candleImport: createActor(provideImport(deps)),
      storedSeries: createActor(provideStoredSeries(deps)),
      deleteSeries: createActor(provideDeleteSeries(deps)),
    },
    connect: () =>
      unsubscribeAll([
        actors.candleImport.on('import.done', reloadStored),
        actors.deleteSeries.on('request.succeeded', reloadStored),
      ]),
    begin: reloadStored,
  } satisfies Area
}
