import { tradingSymbolOf } from '../../instruments/instrument.ts'
import { MINUTE_MS } from '../../time.ts'

/** Faults that concern one user alone; they last by the wall clock. */
export const ownDrillKinds = ['quotes', 'broker', 'session'] as const
/** Price shocks of the simulated market, which all users of a server share; they last by market time. */
export const marketDrillKinds = ['circuit', 'crash', 'gap'] as const
export const drillKinds = [...ownDrillKinds, ...marketDrillKinds] as const

export type OwnDrillKind = (typeof ownDrillKinds)[number]
export type MarketDrillKind = (typeof marketDrillKinds)[number]
export type DrillKind = (typeof drillKinds)[number]

export const isOwnDrill = (kind: DrillKind): kind is OwnDrillKind =>
  (ownDrillKinds as readonly string[]).includes(kind)

/** Wall time. An expired session is over with the next sign-in, and at the latest after this. */
export const drillLengths: Readonly<Record<OwnDrillKind, number>> = {
  quotes: MINUTE_MS,
  broker: MINUTE_MS,
  session: 10 * MINUTE_MS,
}

export interface DrillRun {
  readonly id: string
  readonly kind: DrillKind
  readonly share: string | null
  /** Wall time, ms since the epoch. */
  readonly begunAt: number
  /** Wall time; null for a drill of the market, which ends at `marketTo`. */
  readonly endsAt: number | null
  /** Market time, ms since the epoch. */
  readonly marketFrom: number
  readonly marketTo: number
  /** Wall time; null while it runs. */
  readonly endedAt: number | null
}

export const drillNames: Readonly<Record<DrillKind, string>> = {
  quotes: 'quotes freeze',
  broker: 'broker answers late',
  session: 'login session expires',
  circuit: 'circuit limit',
  crash: 'flash crash',
  gap: 'gap',
}

/** `circuit limit of INFY`. */
export const drillTitle = ({ kind, share }: Pick<DrillRun, 'kind' | 'share'>): string =>
  share === null ? drillNames[kind] : `${drillNames[kind]} of ${tradingSymbolOf(share)}`

export const runningDrill = (drills: readonly DrillRun[] | null): DrillRun | null =>
  drills?.find(({ endedAt }) => endedAt === null) ?? null
