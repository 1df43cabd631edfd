import type { InstrumentId } from '../domain/instrument.ts'
import type { InstrumentIndex } from '../domain/instrument-index.ts'
import type { Product } from '../domain/order.ts'
import type { IstDate } from '../domain/time.ts'
import { type Context, emptyContext } from './context.ts'

/** Settings of the user that decide what a line means where it says nothing. */
export interface CommandPreferences {
  /** Null chooses by interval and instrument. */
  readonly product: Product | null
  readonly slippageBps: number
  /** Backtests longer than the interval's limit are not cut. */
  readonly liftSpanLimits: boolean
}

/** Everything a line is read against. A plain value: reading looks at nothing else. */
export interface Environment {
  readonly context: Context
  /** Null while the master is loading. */
  readonly instruments: InstrumentIndex | null
  readonly today: IstDate
  readonly savedRuns: readonly { readonly slug: string; readonly name: string }[]
  /** Lines run before, newest first. */
  readonly history: readonly string[]
  /** How often each palette row was chosen, by row id. */
  readonly usage: Readonly<Record<string, number>>
  readonly preferences: CommandPreferences
  /** Last price in rupees, for `atm`; null or absent where none is known. */
  readonly lastPrice?: (instrument: InstrumentId) => number | null
  /** Whether keys are printed as on a Mac. */
  readonly isMac?: boolean
}

export const defaultPreferences: CommandPreferences = {
  product: null,
  slippageBps: 2,
  liftSpanLimits: false,
}

/** Nothing known and nobody signed in. */
export const quietEnvironment: Environment = {
  context: emptyContext,
  instruments: null,
  today: '1970-01-01' as IstDate,
  savedRuns: [],
  history: [],
  usage: {},
  preferences: defaultPreferences,
}
