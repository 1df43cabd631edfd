import { fromPromise } from 'xstate'
import { getAdvanceDecline } from '../../contract/options.ts'
import { getDayPnl } from '../../contract/positions/positions.ts'
import { breadthMachine, dayPnlMachine } from '../../machines/positions/day.ts'
import type { HttpClient } from '../../platform/http-client.ts'
import type { Platform } from '../../platform/platform.ts'
import { pageVisibility } from '../page-visibility.ts'

interface DayPorts {
  readonly http: HttpClient
  readonly platform: Pick<Platform, 'watchVisibility'>
}

const BREADTH_OF = ['INDICES_NIFTY 50', 'INDICES_NIFTY BANK'] as const

export const provideDayPnl = ({ http, platform }: DayPorts): typeof dayPnlMachine =>
  dayPnlMachine.provide({
    actors: {
      ask: fromPromise(({ signal }) => http.call(getDayPnl, { signal })),
      pageVisibility: pageVisibility(platform),
    },
  })

export const provideBreadth = ({ http, platform }: DayPorts): typeof breadthMachine =>
  breadthMachine.provide({
    actors: {
      ask: fromPromise(({ signal }) =>
        Promise.all(BREADTH_OF.map((key) => http.call(getAdvanceDecline, { query: { key }, signal }))),
      ),
      pageVisibility: pageVisibility(platform),
    },
  })
