import { getAdvanceDecline } from '../../contract/options.ts'
import { getDayPnl } from '../../contract/positions/positions.ts'
import { breadthMachine, dayPnlMachine } from '../../machines/positions/day.ts'
import type { HttpClient } from '../../platform/http-client.ts'
import type { Platform } from '../../platform/platform.ts'
import { provideKept } from '../page-visibility.ts'

interface DayPorts {
  readonly http: HttpClient
  readonly platform: Pick<Platform, 'watchVisibility'>
}

const BREADTH_OF = ['INDICES_NIFTY 50', 'INDICES_NIFTY BANK'] as const

export const provideDayPnl = (ports: DayPorts): typeof dayPnlMachine =>
  provideKept(ports, dayPnlMachine, (_, signal) => ports.http.call(getDayPnl, { signal }))

export const provideBreadth = (ports: DayPorts): typeof breadthMachine =>
  provideKept(ports, breadthMachine, (_, signal) =>
    Promise.all(BREADTH_OF.map((key) => ports.http.call(getAdvanceDecline, { query: { key }, signal }))),
  )
