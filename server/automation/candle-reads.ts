import type { Candles } from '../../src/domain/charts/candle.ts'
import type { Interval } from '../../src/domain/charts/interval.ts'
import type { InstrumentId } from '../../src/domain/instruments/instrument.ts'
import type { IstDate } from '../../src/domain/time.ts'

export interface CandleSpanRequest {
  readonly instrument: InstrumentId
  readonly interval: Interval
  readonly from: IstDate
  readonly to: IstDate
}

export type ReadCandles = (request: CandleSpanRequest) => Promise<Candles>

const AT_ONCE = 8

/** Reads a few at a time; what is being read for one rule at the close of `bar` is read once for all. */
export const createCandleReads = (read: ReadCandles) => {
  const underWay = new Map<string, Promise<Candles>>()
  const waiting: (() => void)[] = []
  let running = 0

  const inTurn = async (request: CandleSpanRequest): Promise<Candles> => {
    if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
    running++
    try {
      return await read(request)
    } finally {
      running--
      waiting.shift()?.()
    }
  }

  return (request: CandleSpanRequest, bar: number): Promise<Candles> => {
    const { instrument, interval, from, to } = request
    const key = [instrument, interval, from, to, bar].join('|')
    const known = underWay.get(key)
    if (known !== undefined) return known
    const reading = inTurn(request).finally(() => underWay.delete(key))
    underWay.set(key, reading)
    return reading
  }
}
