import { createActor, fromCallback, fromPromise } from 'xstate'
import type { DashboardBook } from '../../domain/analysis/dashboard-address.ts'
import { marketTimeAt } from '../../domain/calendar/market-time.ts'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import { accountHistoryMachine } from '../../machines/analysis/account-history.ts'
import { automationHistoryMachine, notActedMachine } from '../../machines/analysis/automation-history.ts'
import { marginByDayMachine } from '../../machines/analysis/margin-by-day.ts'
import { marketIndicatorsMachine } from '../../machines/analysis/market-indicators.ts'
import { marketMapMachine } from '../../machines/analysis/market-map.ts'
import { technicalsMachine } from '../../machines/analysis/technicals.ts'
import type { Deps } from '../deps.ts'
import { loadUntilThere } from '../load-until-there.ts'
import { pageVisibility, provideKept } from '../page-visibility.ts'
import type { Summarise } from './summarise.ts'

type AnalysisPorts = Pick<Deps, 'actors' | 'clock' | 'engine' | 'http' | 'platform'>

/** Neither the calls nor the reading of candles is part of what the sign-in loads. */
const calls = () => import('./analysis-calls.ts')
const automationCalls = () => import('./automation-calls.ts')

const CLOSES_MS = 1_000

const marketTime =
  ({ actors, clock }: Pick<AnalysisPorts, 'actors' | 'clock'>) =>
  (): number => {
    const { context } = actors.marketState.getSnapshot()
    return marketTimeAt(context, clock.now()) ?? clock.now()
  }

export const provideAccountHistory = (ports: AnalysisPorts) =>
  provideKept(ports, accountHistoryMachine, async (key, signal) =>
    (await calls()).accountHistory(ports.http, key as DashboardBook, signal),
  )

export const provideMarginByDay = (ports: AnalysisPorts) =>
  provideKept(ports, marginByDayMachine, async (key, signal) =>
    (await calls()).marginByDay(ports.http, key, signal),
  )

export const automationActors = (ports: AnalysisPorts) => ({
  automationHistory: createActor(
    provideKept(ports, automationHistoryMachine, async (key, signal) =>
      (await automationCalls()).automationHistory(ports, key, signal),
    ),
  ),
  notActed: createActor(
    provideKept(ports, notActedMachine, async (key, signal) =>
      (await automationCalls()).notActed(ports, key, signal),
    ),
  ),
})

export const provideMarketMap = (ports: AnalysisPorts) =>
  provideKept(ports, marketMapMachine, async (key, signal) =>
    (await calls()).marketMap(ports.http, key, signal),
  )

export const provideMarketIndicators = (ports: AnalysisPorts) =>
  provideKept(ports, marketIndicatorsMachine, async (key, signal) => {
    const instrument = key as InstrumentId
    const expiries = ports.actors.instruments.getSnapshot().context.index?.expiriesOf(instrument)
    const hasOptions = expiries === undefined || expiries.length > 0
    return (await calls()).marketIndicators({ instrument, hasOptions }, ports.http, signal)
  })

export const provideTechnicals = (ports: AnalysisPorts) => {
  const { http, engine, platform } = ports
  const now = marketTime(ports)
  let summarise: Summarise | null = null
  return technicalsMachine.provide({
    actors: {
      summarise: fromPromise(async ({ input, signal }) => {
        const { createSummarise } = await import('./summarise.ts')
        summarise ??= createSummarise({ http, engine, now })
        return summarise(input, signal)
      }),
      candleCloses: fromCallback(({ input: { instrument }, sendBack }) => {
        let cancel = () => {}
        let isStopped = false
        const begin = async (): Promise<void> => {
          const { createCandleCloses } = await import('./candle-closes.ts')
          if (isStopped) return
          const closedAt = createCandleCloses(instrument, now())
          const look = (): void => {
            const intervals = closedAt(now())
            if (intervals.length > 0) sendBack({ type: 'candles.closed', intervals })
            cancel = platform.after(CLOSES_MS, look)
          }
          look()
        }
        void loadUntilThere(begin, { platform, what: 'closes of candles' })
        return () => {
          isStopped = true
          cancel()
        }
      }),
      pageVisibility: pageVisibility(platform),
    },
  })
}
