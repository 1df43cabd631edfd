import { candlesFrom } from '../../src/domain/charts/candle.ts'
import type { DayTrade, TradePoint } from '../../src/domain/deployments/parity/day-trade.ts'
import type { Deeds } from '../../src/domain/deployments/parity/reasons.ts'
import {
  type ComparedDeployment,
  type ParityReport,
  parityReport,
} from '../../src/domain/deployments/parity/report.ts'
import { instrumentId } from '../../src/domain/instruments/instrument.ts'
import type { ParitySubject } from '../../src/machines/deployments/parity.ts'
import { atClock } from './deployments.ts'

/** Five-minute candles from 09:15 to 15:30 whose close is always 100. */
export const flatCandles = candlesFrom((name) =>
  Float64Array.from({ length: 75 }, (_, row) =>
    name === 'time'
      ? atClock('09:15') + row * 300_000
      : name === 'volume' || name === 'openInterest'
        ? 1
        : 100,
  ),
)

const pointAt = (clock: string, price: number, charges: number): TradePoint => ({
  kind: 'fill',
  candle: atClock(clock),
  at: atClock(clock),
  price,
  charges,
})

export interface TradeGiven {
  readonly quantity: number
  readonly entry: readonly [string, number, number]
  readonly exit: readonly [string, number, number]
  readonly side?: 'buy' | 'sell'
  readonly cause?: DayTrade['cause']
}

/** Entry and exit are a clock, a price and charges. */
export const tradeOf = (
  symbol: string,
  { quantity, entry, exit, side = 'buy', cause = 'signal' }: TradeGiven,
): DayTrade => ({
  segSym: instrumentId('NSE', symbol),
  contract: instrumentId('NSE', symbol),
  isLeg: false,
  side,
  quantity,
  entry: pointAt(...entry),
  exit: pointAt(...exit),
  cause,
  decidedBy: atClock(entry[0]) - 300_000,
})

export const deedsOf = (changes: Partial<Deeds> = {}): Deeds => ({
  type: 'auto',
  startedAt: atClock('09:00'),
  stoppedAt: null,
  lines: [],
  isCounting: false,
  ...changes,
})

export const comparedDeployment: ComparedDeployment = {
  deploymentUuid: '00000000-0000-4000-8000-000000000001',
  algoName: 'Opening range',
  slug: 'opening-range-1',
  version: 3,
  type: 'auto',
  interval: '5min',
  segSyms: [instrumentId('NSE', 'SBIN')],
  startedAt: atClock('09:00'),
  stoppedAt: null,
}

/** A trade of the backtest that was not made, of a deployment started on 19 November. */
export const parityOn = (
  { deploymentUuid, day }: ParitySubject,
  { isProvisional = false }: { readonly isProvisional?: boolean } = {},
): ParityReport =>
  parityReport({
    of: { ...comparedDeployment, deploymentUuid, startedAt: Date.parse('2026-11-19T09:00:00+05:30') },
    day,
    isProvisional,
    expected: [tradeOf('SBIN', { quantity: 10, entry: ['10:15', 98, 1], exit: ['11:00', 101, 2] })],
    done: [],
    deeds: deedsOf(),
    candlesOf: () => flatCandles,
    since: day,
  })
