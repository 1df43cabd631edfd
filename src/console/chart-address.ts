import { type InstrumentId, parseInstrumentId } from '../domain/instrument.ts'
import { type Interval, isInterval } from '../domain/interval.ts'
import { CHART_INDICATORS_MAX, type ChartSubject } from '../machines/chart.ts'

const PATH = '/trading-view'
const BETWEEN = ';'

export const isChartPath = (path: string): boolean => path.split('?')[0] === PATH

/** `/trading-view?symbol=NSE_INFY&interval=5min&indicators=ema(close,9);rsi(14)`, with `candles=imported` of that history. */
export const addressOfChart = ({ instrument, interval, history, indicators }: ChartSubject): string => {
  const query = new URLSearchParams({ symbol: instrument, interval })
  if (history === 'imported') query.set('candles', history)
  if (indicators.length > 0) query.set('indicators', indicators.join(BETWEEN))
  return `${PATH}?${query}`
}

/** What the address says of its chart; what it leaves out stays as it is, but for the history, which is the market's. */
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
