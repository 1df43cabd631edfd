import { fromPromise } from 'xstate'
import { getAdvanceDecline } from '../contract/options.ts'
import { getDayPnl } from '../contract/positions.ts'
import { breadthMachine, dayPnlMachine } from '../machines/day.ts'
import type { HttpClient } from '../platform/http-client.ts'
import type { Platform } from '../platform/platform.ts'
import type { TradingActors } from './actors.ts'
import { pageVisibility } from './page-visibility.ts'

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

/** A fill moves the curve at once. Answers its undo. */
export const wireDay = ({ dayPnl, positions }: Pick<TradingActors, 'dayPnl' | 'positions'>): (() => void) => {
  const subscription = positions.on('reload.loaded', () => dayPnl.send({ type: 'current.ask' }))
  return () => subscription.unsubscribe()
}
