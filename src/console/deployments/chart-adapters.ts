import { ApiError } from '../../contract/api-error.ts'
import { decodeCandles } from '../../contract/charts/candle-columns.ts'
import { marketDayAt } from '../../domain/calendar/market-time.ts'
import type { Candles } from '../../domain/charts/candle.ts'
import { chartSpan, type DaySpan } from '../../domain/charts/chart-span.ts'
import { intervalMinutes } from '../../domain/charts/interval.ts'
import { addDays, type IstDate } from '../../domain/time.ts'
import {
  type ChartSeries,
  deploymentChartMachine,
  seriesOfKey,
} from '../../machines/deployments/deployment-chart.ts'
import type { Deps } from '../deps.ts'
import { provideKept } from '../page-visibility.ts'

/** Calendar days before the trading day: enough for a chart of minutes after a long weekend. */
const DAYS_BEFORE = 5
const FINE_MINUTES_MAX = 30

const spanOf = ({ interval }: ChartSeries, today: IstDate): DaySpan =>
  (intervalMinutes(interval) ?? Number.POSITIVE_INFINITY) <= FINE_MINUTES_MAX
    ? { from: addDays(today, -DAYS_BEFORE), to: today }
    : chartSpan(interval, today)

const decode = (bytes: ArrayBuffer): Candles => {
  try {
    return decodeCandles(bytes)
  } catch (cause) {
    const issue = cause instanceof Error ? cause.message : String(cause)
    throw new ApiError({ kind: 'malformed', issues: [issue] }, { cause })
  }
}

export const provideDeploymentChart = (
  ports: Pick<Deps, 'actors' | 'http' | 'platform' | 'clock'>,
): typeof deploymentChartMachine =>
  provideKept(ports, deploymentChartMachine, async (key, signal) => {
    const series = seriesOfKey(key)
    if (series === null) throw new Error(`no instrument and interval in ${key}`)
    const today = marketDayAt(ports.actors.marketState.getSnapshot().context, ports.clock.now())
    const { instrument, interval } = series
    const query = { key: instrument, interval, ...spanOf(series, today), source: 'market' } as const
    const { callForCandles } = await import('../read-candles.ts')
    const { bytes } = await callForCandles(query, ports.http, signal)
    return decode(bytes)
  })
