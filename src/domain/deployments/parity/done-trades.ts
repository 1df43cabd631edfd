import type { Candles } from '../../charts/candle.ts'
import { emptyCandles } from '../../charts/candle.ts'
import type { InstrumentId } from '../../instruments/instrument.ts'
import type { Strategy } from '../../strategies/strategy.ts'
import type { LogLine } from '../deployment.ts'
import { signOf } from '../levels.ts'
import { candleAfter, candleAt, type WholeTrade } from './day-trade.ts'

type CandlesOf = (instrument: InstrumentId) => Candles | null

const noCandles = emptyCandles(0)

const opened = (line: LogLine, candles: Candles, isLeg: boolean): WholeTrade | null => {
  const { segSym, side, quantity, price } = line
  if (segSym === null || side === null || quantity === null || price === null) return null
  const decided = line.bar === null ? null : candleAfter(candles, line.bar)
  return {
    segSym,
    contract: line.contract ?? segSym,
    isLeg,
    side,
    quantity,
    entry: { candle: decided ?? candleAt(candles, line.at), at: line.at, price, charges: line.charges ?? 0 },
    exit: null,
    cause: null,
    decidedBy: line.bar,
  }
}

/** Several orders may have exited it: the average price follows from what the whole trade made. */
const exitPriceOf = (line: LogLine, { side, quantity, entry }: WholeTrade): number => {
  if (line.pnl === null || line.charges === null) return line.price ?? entry.price
  return entry.price + (signOf(side) * (line.pnl + line.charges)) / quantity
}

const closed = (line: LogLine, trade: WholeTrade, candles: Candles): WholeTrade => {
  const decided = line.bar === null ? null : candleAfter(candles, line.bar)
  const isLate = decided !== null && candleAt(candles, line.at) > decided
  return {
    ...trade,
    cause: line.cause,
    exit: {
      candle: decided === null || isLate ? candleAt(candles, line.at) : decided,
      at: line.at,
      price: exitPriceOf(line, trade),
      charges: Math.max(0, (line.charges ?? trade.entry.charges) - trade.entry.charges),
    },
  }
}

const isEnd = ({ kind, cause }: LogLine): boolean =>
  kind === 'exited' || (kind === 'stopping' && cause === 'left')

/** Trades from the lines of a log in their order, of options each leg. `held` are entries from before them. */
export const doneTradesOf = (
  lines: readonly LogLine[],
  held: readonly LogLine[],
  candlesOf: CandlesOf,
  category: Strategy['category'],
): readonly WholeTrade[] => {
  const hasLegs = category === 'options'
  const open = new Map<string, readonly WholeTrade[]>()
  const done: WholeTrade[] = []
  for (const line of [...held, ...lines]) {
    const { segSym } = line
    if (segSym === null) continue
    const candles = candlesOf(segSym) ?? noCandles
    const key = hasLegs ? `${segSym} ${line.contract}` : segSym
    const [before, ...others] = open.get(key) ?? []
    if (line.kind === 'entered') {
      const trade = opened(line, candles, hasLegs)
      if (trade !== null) open.set(key, hasLegs ? [...(open.get(key) ?? []), trade] : [trade])
    } else if (before !== undefined && isEnd(line)) {
      done.push(closed(line, before, candles))
      open.set(key, others)
    }
  }
  return [...done, ...[...open.values()].flat()]
}
