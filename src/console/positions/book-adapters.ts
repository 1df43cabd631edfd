import { fromPromise } from 'xstate'
import { getBrackets } from '../../contract/orders/brackets.ts'
import { getOrderBook } from '../../contract/orders/orders.ts'
import { getFunds } from '../../contract/positions/funds.ts'
import { getHoldings } from '../../contract/positions/holdings.ts'
import { getPositions } from '../../contract/positions/positions.ts'
import {
  bracketsMachine,
  fundsMachine,
  holdingsMachine,
  orderBookMachine,
  positionsMachine,
} from '../../machines/positions/books.ts'
import type { HttpClient } from '../../platform/http-client.ts'

export const provideOrderBook = (http: HttpClient): typeof orderBookMachine =>
  orderBookMachine.provide({
    actors: { load: fromPromise(({ signal }) => http.call(getOrderBook, { signal })) },
  })

export const providePositions = (http: HttpClient): typeof positionsMachine =>
  positionsMachine.provide({
    actors: { load: fromPromise(({ signal }) => http.call(getPositions, { signal })) },
  })

export const provideHoldings = (http: HttpClient): typeof holdingsMachine =>
  holdingsMachine.provide({
    actors: { load: fromPromise(({ signal }) => http.call(getHoldings, { signal })) },
  })

export const provideFunds = (http: HttpClient): typeof fundsMachine =>
  fundsMachine.provide({ actors: { load: fromPromise(({ signal }) => http.call(getFunds, { signal })) } })

export const provideBrackets = (http: HttpClient): typeof bracketsMachine =>
  bracketsMachine.provide({
    actors: { load: fromPromise(({ signal }) => http.call(getBrackets, { signal })) },
  })
