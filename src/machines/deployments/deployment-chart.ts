import { getCandles } from '../../contract/instruments/instruments.ts'
import type { Candles } from '../../domain/charts/candle.ts'
import { type Interval, isInterval } from '../../domain/charts/interval.ts'
import { type InstrumentId, parseInstrumentId } from '../../domain/instruments/instrument.ts'
import { createKeptCurrentMachine, type KeptCurrentRequest } from '../kept-current.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly deploymentChart: KeptCurrentRequest
  }
  interface Machines {
    readonly deploymentChart: typeof deploymentChartMachine
  }
}

/** A view asks at each candle; this is for one without a price. */
export const DEPLOYMENT_CHART_RELOAD_MS = 60_000

export interface ChartSeries {
  readonly instrument: InstrumentId
  readonly interval: Interval
}

export const chartKey = ({ instrument, interval }: ChartSeries): string => `${interval} ${instrument}`

export const seriesOfKey = (key: string): ChartSeries | null => {
  const space = key.indexOf(' ')
  const interval = key.slice(0, Math.max(0, space))
  const instrument = parseInstrumentId(key.slice(space + 1))?.id
  return isInterval(interval) && instrument !== undefined ? { instrument, interval } : null
}

/** Candles of what the selected deployment trades, with those of a few days before. */
export const deploymentChartMachine = createKeptCurrentMachine<Candles>({
  id: 'deploymentChart',
  failure: getCandles.failure,
  everyMs: DEPLOYMENT_CHART_RELOAD_MS,
})
