import type { IstDate } from '../time.ts'
import type { ContractScan } from './margin-scan.ts'

/** Signed units of one contract. */
export interface MarginLeg {
  readonly scan: ContractScan
  readonly quantity: number
}

/** Rupees. `total` is `span` plus `exposure`; premiums are cash and not part of it. */
export interface MarginParts {
  readonly scan: number
  readonly spread: number
  readonly netOptionValue: number
  readonly span: number
  readonly exposure: number
  readonly total: number
}

/** Calendar spread charge as a share of the farthest month. */
const SPREAD_RATE = { index: 0.0175, stock: 0.022 } as const
const SCENARIOS = 16

export const noMargin: MarginParts = {
  scan: 0,
  spread: 0,
  netOptionValue: 0,
  span: 0,
  exposure: 0,
  total: 0,
}

/** Rupees for all legs on one underlying. Legs that expire today get no benefit from other months. */
export const marginOf = (legs: readonly MarginLeg[]): MarginParts => {
  if (legs.length === 0) return noMargin
  if (!legs.some(({ scan }) => scan.isLastDay)) return together(legs)
  const last = legs.filter(({ scan }) => scan.isLastDay)
  if (last.length === legs.length) return together(legs)
  const rest = legs.filter(({ scan }) => !scan.isLastDay)
  return addMargins(together(last), together(rest))
}

export const addMargins = (one: MarginParts, other: MarginParts): MarginParts => ({
  scan: one.scan + other.scan,
  spread: one.spread + other.spread,
  netOptionValue: one.netOptionValue + other.netOptionValue,
  span: one.span + other.span,
  exposure: one.exposure + other.exposure,
  total: one.total + other.total,
})

const together = (legs: readonly MarginLeg[]): MarginParts => {
  const scan = worstLoss(legs)
  const spread = spreadCharge(legs)
  let netOptionValue = 0
  let exposure = 0
  for (const leg of legs) {
    const { price, forward, exposureLong, exposureShort } = leg.scan
    netOptionValue += leg.quantity * price
    exposure += Math.abs(leg.quantity) * forward * (leg.quantity > 0 ? exposureLong : exposureShort)
  }
  const span = Math.max(0, scan + spread - netOptionValue)
  return { scan, spread, netOptionValue, span, exposure, total: span + exposure }
}

const worstLoss = (legs: readonly MarginLeg[]): number => {
  const totals = new Float64Array(SCENARIOS)
  for (const { scan, quantity } of legs) {
    const { changes } = scan
    for (let scenario = 0; scenario < SCENARIOS; scenario++)
      totals[scenario] = (totals[scenario] ?? 0) + quantity * (changes[scenario] ?? 0)
  }
  let worst = 0
  for (const change of totals) worst = Math.max(worst, -change)
  return worst
}

const spreadCharge = (legs: readonly MarginLeg[]): number => {
  const first = legs[0]
  if (first === undefined || legs.every(({ scan }) => scan.expiry === first.scan.expiry)) return 0
  const deltas = new Map<IstDate, number>()
  let far = first.scan
  for (const { scan, quantity } of legs) {
    deltas.set(scan.expiry, (deltas.get(scan.expiry) ?? 0) + quantity * scan.delta)
    if (scan.expiry > far.expiry) far = scan
  }
  let long = 0
  let short = 0
  for (const delta of deltas.values()) {
    if (delta > 0) long += delta
    else short -= delta
  }
  return Math.min(long, short) * far.forward * SPREAD_RATE[far.isIndex ? 'index' : 'stock']
}

export const MIS_SHARE = 0.2
