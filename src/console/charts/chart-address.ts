import { type Interval, isInterval } from '../../domain/charts/interval.ts'
import { type InstrumentId, parseInstrumentId } from '../../domain/instruments/instrument.ts'
import { pathOf, screenAt } from '../../domain/screens.ts'
import { CHART_INDICATORS_MAX, type ChartSubject } from '../../machines/charts/chart.ts'

const BETWEEN = ';'

export const isChartPath = (path: string): boolean => screenAt(path) === 'trading-view'

/** `/trading-view?symbol=NSE_INFY&interval=5min&candles=imported&indicators=ema(close,9);rsi(14)` */
export const addressOfChart = ({ instrument, interval, history, indicators }: ChartSubject): string => {
  const query = new URLSearchParams({ symbol: instrument, interval })
  if (history === 'imported') query.set('candles', history)
  if (indicators.length > 0) query.set('indicators', indicators.join(BETWEEN))
  return `${pathOf('trading-view')}?${query}`
}

/** A missing parameter keeps its value, except that history becomes `market`. */
export const chartAt = (path: string): Partial<ChartSubject> & Pick<ChartSubject, 'history'> => {
  const query = new URLSearchParams(path.split('?')[1]?.split('#')[0] ?? '')
  const instrument: InstrumentId | null = parseInstrumentId(query.get('symbol') ?? '')?.id ?? null
  const interval: string = query.get('interval') ?? ''
  const indicators = query.get('indicators')
  return {
    history: query.get('candles') === 'imported' ? 'imported' : 'market',
    ...(instrument === null ? {} : { instrument }),
    ...(isInterval(interval) ? { interval: interval as Interval } : {}),
    ...(indicators === null
      ? {}
      : { indicators: indicators.split(BETWEEN).filter(Boolean).slice(0, CHART_INDICATORS_MAX) }),
  }
}
