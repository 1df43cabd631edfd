import { createActor } from 'xstate'
import { texts } from '../../machines/texts.ts'
import { type Area, unsubscribeAll } from '../area.ts'
import type { Deps } from '../deps.ts'
import {
  provideAdjustSeries,
  provideDeleteSeries,
  provideImport,
  provideStoredSeries,
} from './import-adapters.ts'

export const instruments = (deps: Deps) => {
  const { actors, notices } = deps
  const reloadStored = (): void => actors.storedSeries.send({ type: 'request.send', input: null })
  return {
    actors: {
      candleImport: createActor(provideImport(deps)),
      storedSeries: createActor(provideStoredSeries(deps)),
      adjustSeries: createActor(provideAdjustSeries(deps)),
      deleteSeries: createActor(provideDeleteSeries(deps)),
    },
    connect: () =>
      unsubscribeAll([
        actors.candleImport.on('import.done', reloadStored),
        actors.deleteSeries.on('request.succeeded', reloadStored),
        actors.adjustSeries.on('request.succeeded', ({ output: { length } }) => {
          reloadStored()
          notices.show({ kind: 'success', text: texts.candlesAdjusted(length) })
        }),
      ]),
    begin: reloadStored,
  } satisfies Area
}
