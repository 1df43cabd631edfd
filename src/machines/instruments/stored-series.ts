import type { BodyOf, QueryOf, ReplyOf } from '../../contract/call-types.ts'
import {
  adjustStoredSeries,
  deleteStoredSeries,
  getStoredSeries,
} from '../../contract/instruments/instruments.ts'
import { createRequestMachine } from '../request.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly adjustSeries: {
      readonly type: 'request.send'
      readonly input: BodyOf<typeof adjustStoredSeries>
    }
    readonly deleteSeries: {
      readonly type: 'request.send'
      readonly input: QueryOf<typeof deleteStoredSeries>
    }
  }
  interface Machines {
    readonly storedSeries: typeof storedSeriesMachine
    readonly adjustSeries: typeof adjustSeriesMachine
    readonly deleteSeries: typeof deleteSeriesMachine
  }
}

export type StoredSeries = ReplyOf<typeof getStoredSeries>[number]

/** Loaded at sign-in, after an import and after a delete. */
export const storedSeriesMachine = createRequestMachine<null, readonly StoredSeries[]>({
  id: 'storedSeries',
  failure: getStoredSeries.failure,
  isQuiet: true,
})

export const deleteSeriesMachine = createRequestMachine<QueryOf<typeof deleteStoredSeries>, null>({
  id: 'deleteSeries',
  failure: deleteStoredSeries.failure,
})

export const adjustSeriesMachine = createRequestMachine<
  BodyOf<typeof adjustStoredSeries>,
  ReplyOf<typeof adjustStoredSeries>
>({
  id: 'adjustSeries',
  failure: adjustStoredSeries.failure,
})
