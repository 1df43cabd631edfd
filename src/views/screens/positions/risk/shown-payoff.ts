import { formatSigned, formatSignedRupees } from '../../../../domain/format.ts'
import { type InstrumentId, tradingSymbolOf } from '../../../../domain/instruments/instrument.ts'
import { INDEX_MOVE_MOST, payoffByIndex } from '../../../../domain/positions/payoff-by-index.ts'
import { payoffIf } from '../../../../domain/positions/payoff-if.ts'
import { changeIf, groupGreeksIf, openPnlOf, type WhatIf } from '../../../../domain/positions/risk.ts'
import type { IstDate } from '../../../../domain/time.ts'
import type { PositionRisk, UnderlyingRisk } from '../../../../machines/positions/risk.ts'
import { drawnPayoff } from '../../../charts/payoff/drawn-payoff.ts'
import type { PayoffCurve } from '../../../charts/payoff/payoff-labels.ts'

/** Rupees, over prices of one underlying, or of NIFTY 50 for all of them. */
export interface ShownPayoff {
  readonly curve: PayoffCurve
  readonly outcome: {
    readonly maxProfit: number | null
    readonly maxLoss: number | null
    readonly maxProfitNote: string
    readonly maxLossNote: string
    readonly pop: number | null
    readonly breakevens: readonly number[]
    readonly spot: number
  }
  readonly openPnl: number
  readonly pnl: number
  readonly greeks: string
  readonly notes: readonly string[]
}

const rupees = (value: number | null) => formatSignedRupees(value, 0)
const LATER = 'Legs of later expiries are priced by the model.'

export const payoffOfGroup = (group: UnderlyingRisk, whatIf: WhatIf, rate: number): ShownPayoff => {
  const read = payoffIf(group, whatIf, rate)
  const greeks = groupGreeksIf(group, whatIf, rate)
  const openPnl = openPnlOf(group)
  return {
    ...drawnPayoff(read, group.spot),
    openPnl,
    pnl: openPnl + changeIf(group, whatIf, rate),
    greeks: `Δ ${formatSigned(greeks?.delta ?? null, 0)} · ${decayInWords(greeks)}`,
    notes: read.hasLaterLegs ? [LATER] : [],
  }
}

/** `spot` is that of NIFTY 50. Null when no underlying with a contract has a beta. */
export const payoffOfAll = (
  { groups, rate }: PositionRisk,
  whatIf: WhatIf,
  spot: number,
): ShownPayoff | null => {
  const all = payoffByIndex(groups, whatIf, rate)
  if (all === null) return null
  const at = (move: number) => spot * (1 + move)
  const breakevens = all.breakevens.map(at)
  const note = `within ±${100 * INDEX_MOVE_MOST}% of NIFTY 50`
  return {
    curve: {
      prices: all.moves.map(at),
      atExpiry: all.atExpiry,
      onDay: all.onDay,
      breakevens,
      spot,
      expectedMove: null,
    },
    outcome: {
      maxProfit: Math.max(...all.atExpiry),
      maxLoss: Math.min(...all.atExpiry),
      maxProfitNote: note,
      maxLossNote: note,
      pop: null,
      breakevens,
      spot,
    },
    openPnl: all.openPnl,
    pnl: all.pnl,
    greeks: `NIFTY +1%: ${rupees(all.deltaOfPercent)} · ${decayInWords(all.greeks)}`,
    notes: [
      'Each underlying moves by its beta times the move of NIFTY 50.',
      ...(all.without.length === 0 ? [] : [`Without ${namesOf(all.without)}, whose beta is not known.`]),
      ...(all.hasLaterLegs ? [LATER] : []),
    ],
  }
}

const decayInWords = (greeks: { readonly theta: number; readonly vega: number } | null): string =>
  `Θ ${rupees(greeks?.theta ?? null)} a day · vega ${rupees(greeks?.vega ?? null)} a point`

const namesOf = (underlyings: readonly InstrumentId[]): string => underlyings.map(tradingSymbolOf).join(', ')

/** The first among the underlyings that have a beta; null without a contract on one. */
export const expiryOfAll = (groups: readonly UnderlyingRisk[]): IstDate | null =>
  groups.reduce<IstDate | null>(
    (first, { expiry, beta }) =>
      beta !== null && expiry !== null && (first === null || expiry < first) ? expiry : first,
    null,
  )
