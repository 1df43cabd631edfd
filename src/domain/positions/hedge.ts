import type { InstrumentId } from '../instruments/instrument.ts'
import type { Greeks } from '../options/black-76.ts'
import { type Leg, legGreeks } from '../options/leg-value.ts'

/** `leg` is one lot, bought at its last price. */
export interface HedgeContract {
  readonly sym: InstrumentId
  readonly leg: Leg
}

export interface Hedge {
  readonly sym: InstrumentId
  readonly kind: Leg['kind']
  readonly side: 'buy' | 'sell'
  readonly lots: number
  /** Units of the underlying, with the positions. */
  readonly deltaAfter: number
  /** Rupees a day, of the hedge alone. */
  readonly theta: number
  /** Rupees of options; above 0 is received. */
  readonly premium: number
}

const LEFT_MOST = 0.5
const NO_DELTA = 1e-6

/** In one order of whole lots each, the smallest delta left first. Empty where no contract at least halves the delta. */
export const hedgesOf = (
  delta: number,
  contracts: readonly HedgeContract[],
  rate: number,
): readonly Hedge[] =>
  contracts
    .flatMap(({ sym, leg }) => {
      const lot = legGreeks(leg, rate)
      return lot === null || Math.abs(lot.delta) < NO_DELTA ? [] : [hedgeBy(delta, sym, leg, lot)]
    })
    .filter(({ lots, deltaAfter }) => lots > 0 && Math.abs(deltaAfter) <= LEFT_MOST * Math.abs(delta))
    .sort((one, other) => Math.abs(one.deltaAfter) - Math.abs(other.deltaAfter))

const hedgeBy = (delta: number, sym: InstrumentId, leg: Leg, lot: Greeks): Hedge => {
  const lots = Math.round(Math.abs(delta / lot.delta))
  const side = delta * lot.delta > 0 ? 'sell' : 'buy'
  const signed = side === 'buy' ? lots : -lots
  return {
    sym,
    kind: leg.kind,
    side,
    lots,
    deltaAfter: delta + signed * lot.delta,
    theta: signed * lot.theta,
    premium: leg.kind === 'option' ? -signed * leg.quantity * leg.mark + 0 : 0,
  }
}
