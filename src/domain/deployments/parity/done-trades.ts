import type { Candles } from '../../charts/candle.ts'
import { emptyCandles } from '../../charts/candle.ts'
import type { InstrumentId } from '../../instruments/instrument.ts'
import type { LogLine } from '../deployment.ts'
import { signOf } from '../levels.ts'
import { candleAfter, candleAt, type WholeTrade } from './day-trade.ts'

type CandlesOf = (instrument: InstrumentId) => Candles | null

const noCandles = emptyCandles(0)

interface Open {
  readonly line: LogLine
  readonly trade: WholeTrade
}

const opened = (line: LogLine, candles: Candles): WholeTrade | null => {
  const { segSym, side, quantity, price } = line
  if (segSym === null || side === null || quantity === null || price === null) return null
  const decided = line.bar === null ? null : candleAfter(candles, line.bar)
  return {
    segSym,
    contract: line.contract ?? segSym,
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

const closed = (line: LogLine, { trade }: Open, candles: Candles): WholeTrade => {
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

/** Trades from the lines of a log in their order. `held` are entries from before them. */
export const doneTradesOf = (
  lines: readonly LogLine[],
  held: readonly LogLine[],
  candlesOf: CandlesOf,
): readonly WholeTrade[] => {
  const open = new Map<InstrumentId, Open>()
  const done: WholeTrade[] = []
  for (const line of [...held, ...lines]) {
    const { segSym } = line
    if (segSym === null) continue
    const candles = candlesOf(segSym) ?? noCandles
    const before = open.get(segSym)
    if (line.kind === 'entered') {
      const trade = opened(line, candles)
      if (trade !== null) open.set(segSym, { line, trade })
    } else if (before !== undefined && isEnd(line)) {
      done.push(closed(line, before, candles))
      open.delete(segSym)
    }
  }
  return [...done, ...[...open.values()].map(({ trade }) => trade)]
}
