import { useSelector } from '@xstate/react'
import { createContext, use } from 'react'
import type { ActorRefFrom, AnyStateMachine, SnapshotFrom } from 'xstate'
import type { Context } from '../../commands/context.ts'
import type { Environment } from '../../commands/environment.ts'
import type { PaletteRow, Reading } from '../../commands/reading.ts'
import type { CommandCall } from '../../commands/registry.ts'
import type { InstrumentId } from '../../domain/instrument.ts'
import type { InstrumentIndex } from '../../domain/instrument-index.ts'
import type { armingMachine } from '../../machines/arming.ts'
import type { authMachine } from '../../machines/auth.ts'
import type { backtestMachine } from '../../machines/backtest-batch.ts'
import type { basketMachine } from '../../machines/basket.ts'
import type {
  bracketsMachine,
  fundsMachine,
  holdingsMachine,
  orderBookMachine,
  positionsMachine,
} from '../../machines/books.ts'
import type { candleImportMachine } from '../../machines/candle-import.ts'
import type { chartsMachine } from '../../machines/charts.ts'
import type { chordMachine } from '../../machines/chord.ts'
import type { connectivityMachine } from '../../machines/connectivity.ts'
import type { breadthMachine, dayPnlMachine } from '../../machines/day.ts'
import type { depthMachine } from '../../machines/depth.ts'
import type { enginesMachine } from '../../machines/engines.ts'
import type { Dispatch } from '../../machines/events.ts'
import type { exitReportMachine } from '../../machines/exit-report.ts'
import type { helpMachine } from '../../machines/help.ts'
import type { holidayImportMachine, holidaysMachine } from '../../machines/holidays.ts'
import type { indicatorGuideMachine } from '../../machines/indicator-guide.ts'
import type { instrumentsMachine } from '../../machines/instruments.ts'
import type { killIntentMachine } from '../../machines/kill-intent.ts'
import type { killSwitchMachine } from '../../machines/kill-switch.ts'
import type { luckTestMachine } from '../../machines/luck-test.ts'
import type { macrosMachine } from '../../machines/macros.ts'
import type { marketStateMachine } from '../../machines/market-state.ts'
import type { navigationMachine } from '../../machines/navigation.ts'
import type { noticePanelMachine } from '../../machines/notice-panel.ts'
import type { Notices } from '../../machines/notices.ts'
import type { notificationCountMachine } from '../../machines/notification-count.ts'
import type { notificationStreamMachine } from '../../machines/notification-stream.ts'
import type { optionChainsMachine } from '../../machines/option-chains.ts'
import type { optionDayMachine } from '../../machines/option-day.ts'
import type { orderActionsMachine } from '../../machines/order-actions.ts'
import type { orderDeskMachine } from '../../machines/order-desk.ts'
import type { orderDetailsMachine } from '../../machines/order-details.ts'
import type { orderPathMachine } from '../../machines/order-path.ts'
import type { orderTicketMachine } from '../../machines/order-ticket.ts'
import type { createPaletteMachine } from '../../machines/palette.ts'
import type { PaletteAct } from '../../machines/palette-context.ts'
import type { passwordChangeMachine } from '../../machines/password-change.ts'
import type { preferencesMachine } from '../../machines/preferences.ts'
import type { pricesMachine } from '../../machines/prices.ts'
import type { quoteSocketMachine } from '../../machines/quote-socket.ts'
import type { recentsMachine } from '../../machines/recents.ts'
import type { limitsChangeMachine, riskLimitsMachine } from '../../machines/risk-limits.ts'
import type { savedRunsMachine } from '../../machines/saved-runs.ts'
import type { scalperMachine } from '../../machines/scalper.ts'
import type { shortcutsMachine } from '../../machines/shortcuts.ts'
import type { deleteSeriesMachine, storedSeriesMachine } from '../../machines/stored-series.ts'
import type { sweepMachine } from '../../machines/sweep.ts'
import type { tablesMachine } from '../../machines/tables.ts'
import type { teachingMachine } from '../../machines/teaching.ts'
import type { trialsMachine } from '../../machines/trials.ts'
import type { watchlistsMachine } from '../../machines/watchlists.ts'
import type { QuoteBook } from '../../market/quote-book.ts'

type PaletteMachine = ReturnType<typeof createPaletteMachine<CommandCall>>

/** Every lifecycle a view may look at. */
export interface Machines {
  readonly auth: typeof authMachine
  readonly killIntent: typeof killIntentMachine
  readonly instruments: typeof instrumentsMachine
  readonly engines: typeof enginesMachine
  readonly navigation: typeof navigationMachine
  readonly backtest: typeof backtestMachine
  readonly savedRuns: typeof savedRunsMachine
  readonly candleImport: typeof candleImportMachine
  readonly preferences: typeof preferencesMachine
  readonly palette: PaletteMachine
  readonly help: typeof helpMachine
  readonly chord: typeof chordMachine
  readonly connectivity: typeof connectivityMachine
  readonly orderPath: typeof orderPathMachine
  readonly prices: typeof pricesMachine
  readonly recents: typeof recentsMachine
  readonly quoteSocket: typeof quoteSocketMachine
  readonly marketState: typeof marketStateMachine
  readonly notificationStream: typeof notificationStreamMachine
  readonly notificationCount: typeof notificationCountMachine
  readonly storedSeries: typeof storedSeriesMachine
  readonly deleteSeries: typeof deleteSeriesMachine
  readonly passwordChange: typeof passwordChangeMachine
  readonly orders: typeof orderDeskMachine
  readonly ticket: typeof orderTicketMachine
  readonly basket: typeof basketMachine
  readonly orderActions: typeof orderActionsMachine
  readonly killSwitch: typeof killSwitchMachine
  readonly exitReport: typeof exitReportMachine
  readonly arming: typeof armingMachine
  readonly orderBook: typeof orderBookMachine
  readonly positions: typeof positionsMachine
  readonly holdings: typeof holdingsMachine
  readonly funds: typeof fundsMachine
  readonly brackets: typeof bracketsMachine
  readonly dayPnl: typeof dayPnlMachine
  readonly breadth: typeof breadthMachine
  readonly riskLimits: typeof riskLimitsMachine
  readonly limitsChange: typeof limitsChangeMachine
  readonly orderDetails: typeof orderDetailsMachine
  readonly watchlists: typeof watchlistsMachine
  readonly optionChains: typeof optionChainsMachine
  readonly optionDay: typeof optionDayMachine
  readonly depth: typeof depthMachine
  readonly lineDepth: typeof depthMachine
  readonly scalper: typeof scalperMachine
  readonly charts: typeof chartsMachine
  readonly holidays: typeof holidaysMachine
  readonly holidayImport: typeof holidayImportMachine
  readonly noticePanel: typeof noticePanelMachine
  readonly sweep: typeof sweepMachine
  readonly indicatorGuide: typeof indicatorGuideMachine
  readonly tables: typeof tablesMachine
  readonly trials: typeof trialsMachine
  readonly luck: typeof luckTestMachine
  readonly shortcuts: typeof shortcutsMachine
  readonly macros: typeof macrosMachine
  readonly teaching: typeof teachingMachine
}

/** What views are given: snapshots to show, commands to run, keys to hand over. */
export interface ViewConsole {
  readonly actors: { readonly [Name in keyof Machines]: ActorRefFrom<Machines[Name]> }
  readonly notices: Notices
  /** Live prices: a cell watches the one it shows. */
  readonly quotes: QuoteBook
  /** Whether the machines of trading have been loaded; the shell waits for them. */
  readonly trading: { isReady(): boolean; watch(listener: () => void): () => void }
  run(call: CommandCall): void
  runLine(line: string): void
  /** Hands a ready-made event to its machine, such as the undo of a notice. */
  dispatch(request: Dispatch): void
  /** True when the key belonged to a command, and has been kept from others. */
  pressKey(event: KeyboardEvent): boolean
  read(line: string, caret: number): Reading
  /** What Enter on a row of the palette does; null for a row that only writes. */
  actOf(row: PaletteRow): PaletteAct<CommandCall> | null
  /** The act asked about anew where the market has moved since; null when Enter answers the question. */
  reconsider(act: PaletteAct<CommandCall>): PaletteAct<CommandCall> | null
  context(): Context
  environment(): Environment
  setFocus(focus: { readonly kind: string; readonly key: string; readonly instrument?: InstrumentId }): void
  /** Keys of the selected rows of the list on screen. */
  setSelection(keys: readonly string[]): void
  setDialog(isOpen: boolean): void
  instruments(): InstrumentIndex | null
  /** Milliseconds since the epoch by the corrected clock. */
  now(): number
}

const ConsoleContext = createContext<ViewConsole | null>(null)

export const ConsoleProvider = ConsoleContext.Provider

export function useConsole(): ViewConsole {
  const found = use(ConsoleContext)
  if (found === null) throw new Error('a view stands outside ConsoleProvider')
  return found
}

/** The part of a machine's snapshot that a view shows; the view renders again only when that part changes. */
export function useSnapshot<Name extends keyof Machines, Value>(
  name: Name,
  select: (snapshot: SnapshotFrom<Machines[Name]>) => Value,
  isEqual: (one: Value, other: Value) => boolean = Object.is,
): Value {
  const { actors } = useConsole()
  // The actor of a name has the snapshot of that name; TypeScript does not follow this through the generic.
  const actor = actors[name] as unknown as ActorRefFrom<AnyStateMachine>
  return useSelector(actor, (snapshot) => select(snapshot as SnapshotFrom<Machines[Name]>), isEqual)
}

/** Runs a command, as a key or a line would. */
export function useCommand(): (call: CommandCall) => void {
  const { run } = useConsole()
  return run
}
