import type { Contract } from './contract.ts'
import { hashOf, hashText, streams, toNormal, toUniform } from './random.ts'

/** Lots: open at the busiest strike of the current expiry, open and traded in the near future. */
const activity: Readonly<
  Record<string, { readonly strike: number; readonly future: number; readonly traded: number }>
> = {
  NIFTY: { strike: 120_000, future: 210_000, traded: 90_000 },
  BANKNIFTY: { strike: 45_000, future: 70_000, traded: 45_000 },
  FINNIFTY: { strike: 2500, future: 1500, traded: 900 },
  MIDCPNIFTY: { strike: 6000, future: 14_000, traded: 7000 },
  NIFTYNXT50: { strike: 80, future: 600, traded: 250 },
  SENSEX: { strike: 70_000, future: 3500, traded: 1800 },
  BANKEX: { strike: 400, future: 150, traded: 80 },
}

/** Relative to NSE. */
const BSE_SHARE = 0.02
/** Relative to an ordinary day of the share, in units. */
const STRIKE_SHARE = 0.12
const FUTURE_SHARE = 1.6
const FUTURE_TRADED_SHARE = 0.3

const sizeOf = ({ root, lotSize, exchange }: Contract, dayVolume: number) => {
  const known = activity[root]
  if (known) return known
  const lots = (dayVolume / lotSize) * (exchange === 'BFO' ? BSE_SHARE : 1)
  return { strike: lots * STRIKE_SHARE, future: lots * FUTURE_SHARE, traded: lots * FUTURE_TRADED_SHARE }
}

export interface InterestAt {
  readonly session: number
  readonly daysLeft: number
  /** ln(K/F) over the standard deviation to expiry. */
  readonly moneyness: number
  readonly putCallRatio: number
  /** Units of the underlying share on an ordinary day; 0 for an index. */
  readonly dayVolume: number
  readonly strikeStep: number
}

const RAMP_DAYS = 14
const FAR_DAYS = 95
const EXPIRY_UNWOUND = 0.4
const ROUND_STRIKES = 5

const noiseOf = (seed: number, contract: Contract, session: number, index: number, deviation: number) =>
  Math.exp(
    deviation * toNormal(toUniform(hashOf(seed, streams.interest, hashText(contract.name), session, index))),
  )

export const optionInterest = (seed: number, contract: Contract, at: InterestAt): number => {
  if (at.daysLeft < 0) return 0
  const { strike } = sizeOf(contract, at.dayVolume)
  const away = (contract.type === 'CE' ? at.moneyness : -at.moneyness) - 0.8
  const hump = Math.max(Math.exp(-0.5 * (away / 0.9) ** 2), 0.25 * Math.exp(-Math.abs(away)))
  const roundness = Math.abs((contract.strike / (at.strikeStep * ROUND_STRIKES)) % 1) < 1e-9 ? 1.8 : 1
  const age = 0.06 + 0.94 * Math.exp(-at.daysLeft / RAMP_DAYS)
  const far = at.daysLeft > FAR_DAYS ? 0.2 : 1
  const unwound = at.daysLeft === 0 ? 1 - EXPIRY_UNWOUND : 1
  const puts = contract.type === 'PE' ? at.putCallRatio : 1
  return Math.round(
    strike * hump * roundness * age * far * unwound * puts * noiseOf(seed, contract, at.session, 0, 0.06),
  )
}

export const optionTurnover = (seed: number, contract: Contract, at: InterestAt, open: number): number => {
  const near = Math.exp(-0.5 * at.moneyness ** 2)
  const soon = Math.exp(-at.daysLeft / 6)
  const unwinding = at.daysLeft === 0 ? 1 / (1 - EXPIRY_UNWOUND) : 1
  const times = 0.05 + 0.35 * near + 5.6 * near * soon
  return Math.round(open * unwinding * times * noiseOf(seed, contract, at.session, 1, 0.3))
}

/** Share of the near month's activity: it rolls in the last week. */
const monthShare = (daysLeft: number): number => {
  if (daysLeft <= 7) return 0.35 + (0.65 * daysLeft) / 7
  if (daysLeft <= 30) return 1
  if (daysLeft <= 50) return 0.12 + (0.6 * (50 - daysLeft)) / 20
  return daysLeft <= 65 ? 0.12 : 0.03
}

export const futureInterest = (
  seed: number,
  contract: Contract,
  at: Pick<InterestAt, 'session' | 'daysLeft' | 'dayVolume'>,
): { readonly open: number; readonly traded: number } => {
  const { future, traded } = sizeOf(contract, at.dayVolume)
  const share = at.daysLeft < 0 ? 0 : monthShare(at.daysLeft)
  return {
    open: Math.round(future * share * noiseOf(seed, contract, at.session, 0, 0.03)),
    traded: Math.round(traded * share * noiseOf(seed, contract, at.session, 1, 0.3)),
  }
}
