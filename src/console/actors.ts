import type { ActorRefFrom } from 'xstate'
import type { CommandCall } from '../commands/registry.ts'
import type { armingMachine } from '../machines/arming.ts'
import type { authMachine } from '../machines/auth.ts'
import type { backtestMachine } from '../machines/backtest-batch.ts'
import type { basketMachine } from '../machines/basket.ts'
import type {
  bracketsMachine,
  fundsMachine,
  holdingsMachine,
  orderBookMachine,
  positionsMachine,
} from '../machines/books.ts'
import type { candleImportMachine } from '../machines/candle-import.ts'
import type { chartsMachine } from '../machines/charts.ts'
import type { chordMachine } from '../machines/chord.ts'
import type { connectivityMachine } from '../machines/connectivity.ts'
import type { breadthMachine, dayPnlMachine } from '../machines/day.ts'
import type { depthMachine } from '../machines/depth.ts'
import type { enginesMachine } from '../machines/engines.ts'
import type { Dispatch } from '../machines/events.ts'
import type { exitReportMachine } from '../machines/exit-report.ts'
import type { helpMachine } from '../machines/help.ts'
import type { holidayImportMachine, holidaysMachine } from '../machines/holidays.ts'
import type { indicatorGuideMachine } from '../machines/indicator-guide.ts'
import type { instrumentsMachine } from '../machines/instruments.ts'
import type { killIntentMachine } from '../machines/kill-intent.ts'
import type { killSwitchMachine } from '../machines/kill-switch.ts'
import type { luckTestMachine } from '../machines/luck-test.ts'
import type { macrosMachine } from '../machines/macros.ts'
import type { marketStateMachine } from '../machines/market-state.ts'
import type { navigationMachine } from '../machines/navigation.ts'
import type { noticePanelMachine } from '../machines/notice-panel.ts'
import type { Notices } from '../machines/notices.ts'
import type { notificationCountMachine } from '../machines/notification-count.ts'
import type { notificationStreamMachine } from '../machines/notification-stream.ts'
import type { optionChainsMachine } from '../machines/option-chains.ts'
import type { optionDayMachine } from '../machines/option-day.ts'
import type { orderActionsMachine } from '../machines/order-actions.ts'
import type { orderDeskMachine } from '../machines/order-desk.ts'
import type { orderDetailsMachine } from '../machines/order-details.ts'
import type { orderPathMachine } from '../machines/order-path.ts'
import type { orderTicketMachine } from '../machines/order-ticket.ts'
import type { createPaletteMachine } from '../machines/palette.ts'
import type { passwordChangeMachine } from '../machines/password-change.ts'
import type { preferencesMachine } from '../machines/preferences.ts'
import type { pricesMachine } from '../machines/prices.ts'
import type { quoteSocketMachine } from '../machines/quote-socket.ts'
import type { recentsMachine } from '../machines/recents.ts'
import type { limitsChangeMachine, riskLimitsMachine } from '../machines/risk-limits.ts'
import type { savedRunsMachine } from '../machines/saved-runs.ts'
import type { scalperMachine } from '../machines/scalper.ts'
import type { shortcutsMachine } from '../machines/shortcuts.ts'
import type { deleteSeriesMachine, storedSeriesMachine } from '../machines/stored-series.ts'
import type { sweepMachine } from '../machines/sweep.ts'
import type { tablesMachine } from '../machines/tables.ts'
import type { teachingMachine } from '../machines/teaching.ts'
import type { trialsMachine } from '../machines/trials.ts'
import type { watchlistsMachine } from '../machines/watchlists.ts'

export type PaletteMachine = ReturnType<typeof createPaletteMachine<CommandCall>>

/** Every lifecycle that is there from the first moment. They live as long as the page. */
export interface CoreActors {
  readonly auth: ActorRefFrom<typeof authMachine>
  readonly killIntent: ActorRefFrom<typeof killIntentMachine>
  readonly instruments: ActorRefFrom<typeof instrumentsMachine>
  readonly engines: ActorRefFrom<typeof enginesMachine>
  readonly navigation: ActorRefFrom<typeof navigationMachine>
  readonly backtest: ActorRefFrom<typeof backtestMachine>
  readonly savedRuns: ActorRefFrom<typeof savedRunsMachine>
  readonly candleImport: ActorRefFrom<typeof candleImportMachine>
  readonly storedSeries: ActorRefFrom<typeof storedSeriesMachine>
  readonly deleteSeries: ActorRefFrom<typeof deleteSeriesMachine>
  readonly passwordChange: ActorRefFrom<typeof passwordChangeMachine>
  readonly preferences: ActorRefFrom<typeof preferencesMachine>
  readonly palette: ActorRefFrom<PaletteMachine>
  readonly help: ActorRefFrom<typeof helpMachine>
  readonly chord: ActorRefFrom<typeof chordMachine>
  readonly connectivity: ActorRefFrom<typeof connectivityMachine>
  readonly orderPath: ActorRefFrom<typeof orderPathMachine>
  readonly prices: ActorRefFrom<typeof pricesMachine>
  readonly recents: ActorRefFrom<typeof recentsMachine>
  readonly quoteSocket: ActorRefFrom<typeof quoteSocketMachine>
  readonly marketState: ActorRefFrom<typeof marketStateMachine>
  readonly notificationStream: ActorRefFrom<typeof notificationStreamMachine>
  readonly notificationCount: ActorRefFrom<typeof notificationCountMachine>
}

/** The lifecycles of trading. They are loaded after the page has shown itself. */
export interface TradingActors {
  readonly orders: ActorRefFrom<typeof orderDeskMachine>
  readonly ticket: ActorRefFrom<typeof orderTicketMachine>
  readonly basket: ActorRefFrom<typeof basketMachine>
  readonly orderActions: ActorRefFrom<typeof orderActionsMachine>
  readonly killSwitch: ActorRefFrom<typeof killSwitchMachine>
  readonly exitReport: ActorRefFrom<typeof exitReportMachine>
  readonly arming: ActorRefFrom<typeof armingMachine>
  readonly orderBook: ActorRefFrom<typeof orderBookMachine>
  readonly positions: ActorRefFrom<typeof positionsMachine>
  readonly holdings: ActorRefFrom<typeof holdingsMachine>
  readonly funds: ActorRefFrom<typeof fundsMachine>
  readonly brackets: ActorRefFrom<typeof bracketsMachine>
  readonly dayPnl: ActorRefFrom<typeof dayPnlMachine>
  readonly breadth: ActorRefFrom<typeof breadthMachine>
  readonly riskLimits: ActorRefFrom<typeof riskLimitsMachine>
  readonly limitsChange: ActorRefFrom<typeof limitsChangeMachine>
  readonly orderDetails: ActorRefFrom<typeof orderDetailsMachine>
  readonly watchlists: ActorRefFrom<typeof watchlistsMachine>
  readonly optionChains: ActorRefFrom<typeof optionChainsMachine>
  readonly optionDay: ActorRefFrom<typeof optionDayMachine>
  readonly depth: ActorRefFrom<typeof depthMachine>
  readonly lineDepth: ActorRefFrom<typeof depthMachine>
  readonly scalper: ActorRefFrom<typeof scalperMachine>
  readonly charts: ActorRefFrom<typeof chartsMachine>
  readonly trials: ActorRefFrom<typeof trialsMachine>
  readonly luck: ActorRefFrom<typeof luckTestMachine>
  readonly holidays: ActorRefFrom<typeof holidaysMachine>
  readonly holidayImport: ActorRefFrom<typeof holidayImportMachine>
  readonly noticePanel: ActorRefFrom<typeof noticePanelMachine>
  readonly tables: ActorRefFrom<typeof tablesMachine>
  readonly sweep: ActorRefFrom<typeof sweepMachine>
  readonly indicatorGuide: ActorRefFrom<typeof indicatorGuideMachine>
  readonly shortcuts: ActorRefFrom<typeof shortcutsMachine>
  readonly macros: ActorRefFrom<typeof macrosMachine>
  readonly teaching: ActorRefFrom<typeof teachingMachine>
}

/** Those of trading come when they have been loaded, before anything of a signed-in person is shown. */
export interface Actors extends CoreActors, TradingActors {}

/** Hands a request to the machine it is for. Before trading is loaded nothing asks for its machines. */
export const dispatch = (actors: Actors, { to, event }: Dispatch): void => {
  // `Dispatch` pairs each machine with its own events, which TypeScript does not follow through the lookup.
  const actor = actors[to] as { send(event: Dispatch['event']): void } | undefined
  actor?.send(event)
}

type Telling =
  | 'auth'
  | 'instruments'
  | 'backtest'
  | 'savedRuns'
  | 'candleImport'
  | 'storedSeries'
  | 'deleteSeries'
  | 'notificationStream'

const telling: readonly Telling[] = [
  'auth',
  'instruments',
  'backtest',
  'savedRuns',
  'candleImport',
  'storedSeries',
  'deleteSeries',
  'notificationStream',
]

/** Those of the first moment that have something to tell a person. */
export const tellingActors = (actors: CoreActors): readonly object[] => telling.map((name) => actors[name])

/** Shows what these have to tell a person. Answers its undo. */
export const tellNotices = (actors: readonly object[], notices: Notices): (() => void) => {
  const subscriptions = actors.map((one) => {
    // Those that emit notices emit them in one form; the union of their `on` methods cannot be called.
    const actor = one as Pick<CoreActors['instruments'], 'on'>
    return actor.on('notice', ({ notice }) => notices.show(notice))
  })
  return () => {
    for (const subscription of subscriptions) subscription.unsubscribe()
  }
}
