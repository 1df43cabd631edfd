import type { Analyzed } from '../domain/analysis/analysis-address.ts'
import type { DashboardShown } from '../domain/analysis/dashboard-address.ts'
import type { FundsShown } from '../domain/analysis/funds-address.ts'
import type { DayRecord } from '../domain/analysis/journal/day-record.ts'
import type { JournalShown } from '../domain/analysis/journal/journal-address.ts'
import type { TripNotes } from '../domain/analysis/journal/trip-note.ts'
import type { BacktestParams, StrategyOfRun } from '../domain/backtests/backtest.ts'
import type { Drawing } from '../domain/charts/drawings/drawing.ts'
import type { IndicatorGuide } from '../domain/charts/indicator-guide.ts'
import type { Interval } from '../domain/charts/interval.ts'
import type { ChartLayout, ChartSlot } from '../domain/charts/layout.ts'
import type { DeploymentStatus, DeploymentType, ProposedBy } from '../domain/deployments/deployment.ts'
import type { InstrumentId, Segment } from '../domain/instruments/instrument.ts'
import type { InstrumentIndex, OptionType } from '../domain/instruments/instrument-index.ts'
import type { IntroPage } from '../domain/learning/intro-address.ts'
import type { Practice } from '../domain/learning/practice.ts'
import type { DrillSet } from '../domain/learning/trainer-address.ts'
import type { Book } from '../domain/orders/book.ts'
import type { GttStatus, GttTerms } from '../domain/orders/gtt/gtt.ts'
import type { OrderStatus, OrderType, Product, Side, Variety } from '../domain/orders/order.ts'
import type { SeenQuote } from '../domain/orders/order-doubt.ts'
import type { OrderDraft } from '../domain/orders/order-draft.ts'
import type { CircuitLimits } from '../domain/orders/order-words.ts'
import type { OrderMarket } from '../domain/orders/outcome-in-words.ts'
import type { AlertInterval, AlertStatus, AlertThen } from '../domain/scanners/alert.ts'
import type { ScanInterval } from '../domain/scanners/scan.ts'
import type { ShownScan } from '../domain/scanners/scan-address.ts'
import type { Macro, Shortcuts } from '../domain/shortcuts/shortcuts.ts'
import type { ParseProblem } from '../domain/strategies/condition/parse-problem.ts'
import type { Category, Strategy, SubCategory, Trend } from '../domain/strategies/strategy.ts'
import type { IstDate } from '../domain/time.ts'
import type { ScrubSpeed } from '../machines/analysis/scrub.ts'
import type { ChartReplay } from '../machines/charts/chart.ts'
import type { SavedLayout } from '../machines/charts/saved-layouts.ts'
import type { Preferences } from '../machines/shell/preferences.ts'
import type { SavedDefinition } from '../machines/strategies/definitions.ts'
import { type Context, emptyContext } from './context.ts'

export type CommandPreferences = Pick<
  Preferences,
  | 'product'
  | 'slippageBps'
  | 'liftSpanLimits'
  | 'equityProduct'
  | 'contractProduct'
  | 'usualLots'
  | 'confirmOrders'
  | 'priceTolerancePercent'
  | 'chainView'
  | 'chainColumns'
  | 'hasSound'
  | 'mutedAlerts'
  | 'groupsPositions'
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
  /** Rupees; 0 if the order type has none. */
  readonly price: number
  readonly triggerPrice: number
  readonly isOpen: boolean
}

export interface FailedOrder {
  readonly clientOrderId: string
  readonly draft: OrderDraft
}

export interface KnownPosition {
  readonly instrument: InstrumentId
  readonly product: Product
  /** Signed units. */
  readonly quantity: number
  readonly averagePrice: number
}

export interface KnownLeg {
  readonly leg: string
  readonly draft: OrderDraft
}

export interface KnownOption {
  readonly instrument: InstrumentId
  readonly strike: number
  readonly lastPrice: number
  /** Null if no volatility explains the price. */
  readonly delta: number | null
}

/** The instrument of the Scalper's keys and of an order that names none. */
export interface LinkedTrade {
  readonly instrument: InstrumentId
  readonly lots: number
  readonly product: Product
  readonly price: 'market' | 'ask' | 'bid' | number
}

export interface KnownStrategy {
  readonly slug: string
  readonly name: string
  readonly algoUuid: string
  readonly category: Category
  readonly version: number
  readonly isSample: boolean
  readonly interval: Interval
  readonly trend: Trend
  readonly subCategory: SubCategory
  readonly note: string
  /** Slug of its last backtest. */
  readonly report: string | null
}

export interface KnownScanner {
  readonly slug: string
  readonly name: string
  readonly version: number
  readonly isSample: boolean
  readonly logic: string
  readonly universe: string
  readonly interval: ScanInterval
  readonly subCategory: SubCategory
  readonly note: string
  /** UUID of its running alert. */
  readonly alert: string | null
}

export interface KnownAlert extends AlertThen {
  readonly alertUuid: string
  readonly slug: string | null
  readonly scannerName: string
  readonly logic: string
  readonly universe: string
  readonly interval: AlertInterval
  readonly repeats?: boolean | undefined
  readonly status: AlertStatus
}

export interface KnownGtt extends GttTerms {
  readonly key: string
  readonly status: GttStatus
}

export interface KnownDeployment {
  readonly key: string
  readonly name: string
  readonly slug: string
  readonly type: DeploymentType
  readonly status: DeploymentStatus
  readonly segSyms: readonly InstrumentId[]
  /** Signed units of what it holds now. */
  readonly held: readonly { readonly contract: InstrumentId; readonly quantity: number }[]
}

export interface KnownProposal {
  readonly key: string
  readonly intent: 'entry' | 'exit'
  readonly of: ProposedBy
  readonly name: string
  readonly contract: InstrumentId
  readonly side: Side
  /** Units. */
  readonly quantity: number
  readonly orders: number
}

export interface Placed {
  readonly tokens: readonly { readonly from: number; readonly to: number }[]
  readonly problem: ParseProblem | null
  readonly call: unknown
}

export interface WrittenOut {
  readonly text: string
  readAt(offset: number): number
  /** Maps the offsets of a reading back to the line as typed. */
  asTyped<Reading extends Placed>(reading: Reading): Reading
}

export interface KeyEditing {
  /** The reason these keys cannot be bound to this line; null if they can. */
  refusal(strokes: string, line: string): string | null
  bound(strokes: string, line: string): Shortcuts['keymap']
  /** Null if these keys are not bound. */
  unbound(strokes: string): Shortcuts['keymap'] | null
  preset(id: string): { readonly title: string; readonly keymap: Shortcuts['keymap'] } | null
  isVerb(word: string): boolean
}

/** Everything the parser may read; a plain value, so parsing is pure. */
export interface Environment {
  readonly context: Context
  /** Null while the instrument master is loading. */
  readonly instruments: InstrumentIndex | null
  readonly today: IstDate
  readonly savedRuns: readonly { readonly slug: string; readonly name: string }[]
  /** The user's own first, then samples; absent until loaded. */
  readonly strategies?: readonly KnownStrategy[]
  /** All types; absent until loaded. */
  readonly deployments?: readonly KnownDeployment[]
  /** Waiting ones only. */
  readonly proposals?: readonly KnownProposal[]
  /** On screen; null without one. */
  readonly scan?: ShownScan | null
  /** Null or absent on screens other than Analyze. */
  readonly analyzed?: Analyzed | null
  /** Null or absent on other screens. */
  readonly dashboard?: DashboardShown | null
  /** Null or absent on other screens. */
  readonly fundsShown?: FundsShown | null
  /** Null or absent on other screens. Notes are null until loaded. */
  readonly journal?: { readonly shown: JournalShown; readonly notes: TripNotes | null } | null
  /** The day that the journal goes through; null or absent until it has been loaded. `at` null is its end. */
  readonly scrubbed?: {
    readonly record: DayRecord
    readonly at: number | null
    readonly speed: ScrubSpeed
    readonly isPlaying: boolean
  } | null
  /** The page of first steps on screen; null or absent on other screens. */
  readonly introShown?: IntroPage | null
  /** The line that the tour asks the user to type; null or absent without a tour. */
  readonly tourLine?: string | null
  /** Progress in the key trainer, the drills of its set, and the drill that it asks now. */
  readonly training?: {
    readonly practice: Practice
    readonly drills: readonly string[]
    readonly drill: string | null
    readonly set: DrillSet
  }
  /** The user's own, then the samples. */
  readonly scanners?: readonly KnownScanner[]
  readonly alerts?: readonly KnownAlert[]
  /** The drawings of the large chart, the lowest first; `selected` is an id. */
  readonly drawings?: {
    readonly instrument: InstrumentId
    readonly list: readonly Drawing[]
    readonly selected: string | null
  }
  /** Good till triggered orders. */
  readonly gtts?: readonly KnownGtt[]
  readonly runOnScreen?: {
    readonly params: BacktestParams
    readonly instruments: readonly InstrumentId[]
  } | null
  /** In the builder; `of` is its saved version, null if it has changed since. */
  readonly draft?: {
    readonly strategy: Strategy
    readonly of: StrategyOfRun | null
    /** The version that it was made from. */
    readonly saved: StrategyOfRun | null
  } | null
  /** Newest first. */
  readonly history: readonly string[]
  /** Times each palette row was chosen, by row id. */
  readonly usage: Readonly<Record<string, number>>
  readonly preferences: CommandPreferences
  /** Rupees, for `atm`; null or absent if unknown. */
  readonly lastPrice?: (instrument: InstrumentId) => number | null
  readonly isMac?: boolean
  readonly book?: Book | null
  readonly quoteOf?: (instrument: InstrumentId) => SeenQuote | null
  /** Where `quoteOf` is what was shown, the quote of this moment. */
  readonly quoteNow?: Environment['quoteOf'] | undefined
  readonly marketOf?: (segment: Segment) => OrderMarket | null
  readonly circuitsOf?: (instrument: InstrumentId) => CircuitLimits | null
  /** By strike; null until the chain is known. */
  readonly chainOf?: (
    underlying: InstrumentId,
    expiry: IstDate,
    type: OptionType,
  ) => readonly KnownOption[] | null
  /** Rupees that an order may still block; null until known. */
  readonly freeMargin?: number | null
  readonly orders?: readonly KnownOrder[]
  /** Rejected before they entered the order book. */
  readonly failedOrders?: readonly FailedOrder[]
  /** Open positions only. */
  readonly positions?: readonly KnownPosition[]
  readonly holdings?: readonly KnownPosition[]
  readonly watchlists?: readonly { readonly name: string; readonly instruments: readonly InstrumentId[] }[]
  readonly activeWatchlist?: string | null
  readonly legs?: readonly KnownLeg[]
  readonly baskets?: readonly string[]
  /** Null or absent on other screens. */
  readonly chartReplay?: ChartReplay | null
  readonly chartLayout?: (ChartLayout & { readonly active: ChartSlot }) | null
  readonly savedLayouts?: readonly SavedLayout[]
  /** Names for rules and operands, which a condition may use. */
  readonly definitions?: readonly SavedDefinition[]
  /** Row keys of the list on screen. */
  readonly selection?: readonly string[]
  /** The screen's instrument when no row is focused, and how to trade it. */
  readonly linked?: LinkedTrade | null
  /** The quote shown for long enough to be read; null or absent where no single key trades. */
  readonly linkedQuote?: SeenQuote | null
  readonly words?: Pick<Shortcuts, 'aliases' | 'variables'>
  readonly writtenOut?: (line: string) => WrittenOut | null
  readonly pins?: Shortcuts['pins']
  readonly keys?: KeyEditing
  readonly macros?: readonly Macro[]
  /** Empty or absent until loaded. */
  readonly indicatorGuide?: IndicatorGuide
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
  priceTolerancePercent: 0.5,
  chainView: 'prices',
  chainColumns: [],
  hasSound: true,
  mutedAlerts: [],
  groupsPositions: true,
}

export const quietEnvironment: Environment = {
  context: emptyContext,
  instruments: null,
  today: '1970-01-01' as IstDate,
  savedRuns: [],
  history: [],
  usage: {},
  preferences: defaultPreferences,
}
