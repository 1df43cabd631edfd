import { fromPromise } from 'xstate'
import { getLastPrices } from '../../contract/instruments/instruments.ts'
import { followedIndices } from '../../domain/instruments/instrument.ts'
import { pricesMachine } from '../../machines/quotes/prices.ts'
import type { HttpClient } from '../../platform/http-client.ts'
import type { Platform } from '../../platform/platform.ts'
import { pageVisibility } from '../page-visibility.ts'

export const providePrices = (platform: Platform, http: HttpClient): typeof pricesMachine =>
  pricesMachine.provide({
    actors: {
      askPrices: fromPromise(({ signal }) =>
        http.call(getLastPrices, { query: { keys: followedIndices.join(',') }, signal }),
      ),
      pageVisibility: pageVisibility(platform),
    },
  })
