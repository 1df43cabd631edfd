import type { ParseProblem } from '../domain/condition/tree.ts'
import type { IndicatorGuide } from '../domain/indicator-guide.ts'
import type { InstrumentId } from '../domain/instrument.ts'
import type { InstrumentIndex, OptionType } from '../domain/instrument-index.ts'
import type { OrderStatus, OrderType, Product, Side, Variety } from '../domain/order.ts'
import type { SeenQuote } from '../domain/order-doubt.ts'
import type { OrderDraft } from '../domain/order-draft.ts'
import type { Macro, Shortcuts } from '../domain/shortcuts.ts'
import type { IstDate } from '../domain/time.ts'
import type { Preferences } from '../machines/preferences.ts'
import { type Context, emptyContext } from './context.ts'

/** Settings of the user that decide what a line means where it says nothing. */
export type CommandPreferences = Pick<
  Preferences,
  | 'product'
  | 'slippageBps'
  | 'liftSpanLimits'
  | 'equityProduct'
  | 'contractProduct'
  | 'usualLots'
  | 'confirmOrders'
  | 'chainView'
>

export interface KnownOrder {
  readonly orderId: string
  readonly instrument: InstrumentId
  readonly side: Side
  readonly orderType: OrderType
  readonly product: Product
  readonly variety: Variety
  readonly status: OrderStatus
  readonly quantity: number
  readonly filledQuantity: number
  /** Rupees; 0 where the type has none. */
  readonly price: number
  readonly triggerPrice: number
  readonly isOpen: boolean
}

export interface KnownPosition {
  readonly instrument: InstrumentId
  readonly product: Product
  /** Signed units. */
  readonly quantity: number
  readonly averagePrice: number
}

/** A leg of the basket that can still be changed. */
export interface KnownLeg {
  readonly leg: string
  readonly draft: OrderDraft
}

/** One option of a chain, for strikes meant by delta or premium. */
export interface KnownOption {
  readonly instrument: InstrumentId
  readonly strike: number
  readonly lastPrice: number
  /** Null where no volatility explains the price. */
  readonly delta: number | null
}

/** What the Scalper's keys and an order without an instrument are about. */
export interface LinkedTrade {
  readonly instrument: InstrumentId
  readonly lots: number
  readonly product: Product
  readonly price: 'market' | 'ask' | 'bid' | number
}

/** What a reading has of places in the line. */
export interface Placed {
  readonly tokens: readonly { readonly from: number; readonly to: number }[]
  readonly problem: ParseProblem | null
  readonly call: unknown
}

/** A line to be read in place of the one that was typed. */
export interface WrittenOut {
  readonly text: string
  readAt(offset: number): number
  /** What was read, at the places of what was typed. */
  asTyped<Reading extends Placed>(reading: Reading): Reading
}

/** The user's own keys, as commands change them. */
export interface KeyEditing {
  /** Why these keys cannot write this line; null when they can. */
  refusal(strokes: string, line: string): string | null
  bound(strokes: string, line: string): Shortcuts['keymap']
  /** Null where these keys do nothing. */
  unbound(strokes: string): Shortcuts['keymap'] | null
  preset(id: string): Shortcuts['keymap']
  /** Whether a command begins with this word. */
  isVerb(word: string): boolean
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
  readonly quoteOf?: (instrument: InstrumentId) => SeenQuote | null
  /** Options of one expiry and type by strike; null while the chain is not known. */
  readonly chainOf?: (
    underlying: InstrumentId,
    expiry: IstDate,
    type: OptionType,
  ) => readonly KnownOption[] | null
  /** Rupees an order may still block; null while it is not known. */
  readonly freeMargin?: number | null
  readonly orders?: readonly KnownOrder[]
  /** Open ones. */
  readonly positions?: readonly KnownPosition[]
  readonly holdings?: readonly KnownPosition[]
  readonly watchlists?: readonly { readonly name: string; readonly instruments: readonly InstrumentId[] }[]
  readonly activeWatchlist?: string | null
  readonly legs?: readonly KnownLeg[]
  /** Names of kept baskets. */
  readonly baskets?: readonly string[]
  /** Keys of the selected rows, as the list on screen has them. */
  readonly selection?: readonly string[]
  /** The instrument the screen is about where no row is focused, and how it would be traded. */
  readonly linked?: LinkedTrade | null
  /** What the screen has said of the linked instrument for long enough to be read; null or absent where it does not trade by one key. */
  readonly linkedQuote?: SeenQuote | null
  readonly words?: Pick<Shortcuts, 'aliases' | 'variables'>
  /** The line with its aliases and variables put in; null where it has none. */
  readonly writtenOut?: (line: string) => WrittenOut | null
  /** Lines by the digit of their key. */
  readonly pins?: Shortcuts['pins']
  readonly keys?: KeyEditing
  readonly macros?: readonly Macro[]
  /** What is said of each indicator; empty or absent until it has come. */
  readonly indicatorGuide?: IndicatorGuide
  /** What stands in the open command line; empty while it is closed. */
  readonly line?: string
}

export const defaultPreferences: CommandPreferences = {
  product: null,
  slippageBps: 2,
  liftSpanLimits: false,
  equityProduct: 'MIS',
  contractProduct: 'NRML',
  usualLots: 1,
  confirmOrders: 'unseen',
  chainView: 'prices',
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
