import { noCounts, type RunCounts } from '../../src/domain/deployments/decide.ts'
import type { ExitCause, RunPhase } from '../../src/domain/deployments/deployment.ts'
import type { HeldTrade } from '../../src/domain/deployments/levels.ts'
import type { InstrumentId } from '../../src/domain/instruments/instrument.ts'
import type { ClientOrderId, Side } from '../../src/domain/orders/order.ts'
import type { IstDate } from '../../src/domain/time.ts'

/** From the first fill of the entry to the last of the exit. Money in rupees. */
export interface OpenTrade extends HeldTrade {
  readonly contract: InstrumentId
  readonly enteredAt: number
  readonly entryUnits: number
  readonly exitUnits: number
  readonly exitValue: number
  readonly charges: number
  /** P&L and charges up to the previous trading day, which are none of today's. */
  readonly carried: { readonly pnl: number; readonly charges: number }
}

/** A decision that has been written and whose order may not have been placed yet; `key` makes it once. */
export interface DecidedOrder {
  readonly intent: 'entry' | 'exit'
  readonly cause: ExitCause | null
  readonly key: ClientOrderId
  /** Start of the candle that decided; null between candles. */
  readonly bar: number | null
  /** When it may be sent: at the close of the candle, or when trading begins again. */
  readonly decidedAt: number
  readonly lateAt: number | null
  readonly contract: InstrumentId
  readonly side: Side
  readonly units: number
  readonly price: number
  readonly attempt: number
  readonly why: string
  /** Sent from a proposal: it goes out while the deployment is paused too. */
  readonly isSentByUser?: true
}

/** Rupees: by its prices, and after charges. */
export interface EndedLeg {
  readonly gross: number
  readonly net: number
}

/** One instrument or leg of a deployment, as it is stored; instants are market time. */
export interface RunState {
  readonly phase: RunPhase
  readonly trade: OpenTrade | null
  readonly order: DecidedOrder | null
  /** Units of a leg's entry that were not filled, until the others are closed too. */
  readonly missing: number
  readonly ended: EndedLeg | null
  /** All legs together have made the profit that the strategy locks. */
  readonly isLocked: boolean
  /** Start of the newest candle that was judged; candles up to it decide nothing any more. */
  readonly lastBar: number
  readonly counts: RunCounts
  readonly watchedAt: number
  readonly day: IstDate
  readonly entriesToday: number
  readonly realisedToday: number
  readonly realised: number
  readonly chargesToday: number
  readonly note: string
}

export const newRun = (lastBar: number, at: number, day: IstDate): RunState => ({
  phase: 'flat',
  trade: null,
  order: null,
  missing: 0,
  ended: null,
  isLocked: false,
  lastBar,
  counts: noCounts,
  watchedAt: at,
  day,
  entriesToday: 0,
  realisedToday: 0,
  realised: 0,
  chargesToday: 0,
  note: '',
})

export const onDay = (run: RunState, day: IstDate): RunState =>
  run.day === day ? run : { ...run, day, entriesToday: 0, realisedToday: 0, chargesToday: 0 }

const laterFields = { missing: 0, ended: null, isLocked: false } as const

const withLater = (state: RunState): RunState => ({ ...laterFields, ...state })

/** The legs of options are stored together, as they are entered and exited together. */
export const parseRuns = (stored: string): readonly RunState[] => {
  const parsed = JSON.parse(stored) as RunState | { readonly legs: readonly RunState[] }
  return 'legs' in parsed ? parsed.legs.map(withLater) : [withLater(parsed)]
}

export const printRuns = (states: readonly RunState[], areLegs: boolean): string =>
  JSON.stringify(areLegs ? { legs: states } : states[0])
