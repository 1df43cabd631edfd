import { RELOAD_PAGE } from '../contract/api-error.ts'
import { countOf } from '../domain/format.ts'
import type { NoticeGroup } from '../domain/notifications/notice.ts'

/** Failures of calls are in `contract`. `Logging out....`, `Failed to run backtest …` and title case are the specification's. */
export const texts = {
  invalidCredentials: 'Invalid credentials',
  loggingOut: 'Logging out....',
  cookiesBlocked: 'Sign-in needs cookies, and this browser blocks them',
  sessionExpired: 'Your session has ended. Please sign in again',
  sessionEndsSoon: 'Your session ends soon: at midnight IST',
  sessionEndedAtMidnight: 'Your session ended at midnight IST',
  signedOutElsewhere: 'You signed out in another tab',
  signedInElsewhere: 'Signed in again in another tab. Reload this page to continue with that session',

  enginesError: 'The compute engines could not be loaded',
  csvNotFetched: 'Failed to fetch CSV',
  indicatorsNotSetUp: 'Error setting up indicators',

  runFailed: 'Failed to run backtest Please refresh the page and try again',
  runGoingOn: 'A backtest is running. Cancel it first',
  runCancelled: 'Backtest cancelled',
  runComplete: 'All symbols of this backtest are done',
  sweepFailed: 'The sweep could not be run',
  sweepGoingOn: 'A sweep is running. Cancel it first',
  sweepCancelled: 'Sweep cancelled',
  sweepNothingToOpen: 'No combination made a trade',
  runDeleted: 'Backtest deleted',
  monteCarloFailed: 'The Monte Carlo test could not be run',
  reviewFailed: 'The trade could not be read again',
  runRestored: 'Backtest restored',

  importDone: 'Candles imported',
  candlesAdjusted: (gaps: number) =>
    gaps === 1 ? 'Prices before one gap adjusted' : `Prices before ${gaps} gaps adjusted`,
  holidaysChanged: 'Holiday calendar updated',

  noticesMeanwhile: (count: number) => countOf(count, 'missed notification'),
  noticesFolded: (group: NoticeGroup, count: number) =>
    group === 'other' ? countOf(count, 'new notification') : `${countOf(count, 'order')} ${group}`,
  noticesUnreadable: (count: number) =>
    count === 1 ? '1 notification could not be read' : `${count} notifications could not be read`,

  watchlistsFull: (most: number) => `At most ${most} watchlists. Delete one first`,
  watchlistFull: (most: number) => `At most ${most} symbols in a watchlist. Remove some first`,
  watchlistTaken: (name: string) => `Watchlist ${name} already exists`,
  watchlistDeleted: (name: string) => `Watchlist ${name} deleted`,
  watchlistRemoved: (count: number, name: string) =>
    `${count === 1 ? 'One symbol' : `${count} symbols`} removed from ${name}`,
  watchlistAdded: (count: number, name: string) =>
    `${count === 1 ? 'One symbol' : `${count} symbols`} added to ${name}`,

  pictureCopied: 'Picture of the chart copied',
  pictureSaved: 'Picture of the chart saved as a file: the browser blocked the clipboard',
  pictureFailed: 'No picture: the chart is not on screen',

  drawingsFull: (most: number) => `At most ${most} drawings on a chart. Remove some first`,
  notDrawn: (problem: string) => `Not drawn: ${problem}`,
  drawingsRemoved: (count: number) => (count === 1 ? 'Drawing removed' : `${count} drawings removed`),

  chainFailed: 'Error Loading Option Chain',

  offline: 'Not sent: the server cannot be reached. Try again once it is back',
  ordersHeldBack: (seconds: number) => `Orders are not sent: no response from the server for ${seconds} s`,
  /** Nothing that trades is sent from such a page; what takes risk off is. */
  outdated: RELOAD_PAGE,
  orderUnknown: 'No response to this order. Checking its status; it is not sent again',
  orderUnknownBecause: (reason: string) =>
    `${reason}. Checking the status of this order; it is not sent again`,
  orderNotReceived: 'The order did not reach the server; nothing was placed',
  positionGone: 'This position is already closed',
  positionLeaving: 'Exit order already pending',
  answerLost: 'No response: check the order book and positions',
  notChanged: 'The price was not changed',
  protectionGone: 'The stop or target is no longer watched: its price was not changed',
  gttGone: 'The GTT order is no longer active: its price was not changed',
  alertGone: 'The alert has ended: its price was not changed',
  endedWhileMoved: (status: string) => `The order is ${status}: its price was not changed`,
  positionConverted: 'Position converted',
  protectionSet: (stop: { readonly trail?: unknown } | null, target: unknown) => {
    const kind = stop?.trail === undefined ? 'Stop' : 'Trailing stop'
    if (target === null) return `${kind} set`
    return stop === null ? 'Target set' : `${kind} and target set`
  },
  protectionRemoved: 'Stop and target removed',
  notDone: (count: number, reason: string) =>
    count === 1 ? `1 failed: ${reason}` : `${count} failed, the first: ${reason}`,

  disarmedIdle: 'Trading keys disarmed: idle for two minutes',
  disarmedBlurred: 'Trading keys disarmed: the page lost focus',
  disarmedQuotesLost: 'Trading keys disarmed: quotes stopped',
  disarmedServerLate: 'Trading keys disarmed: the server is not responding',
  disarmedKilled: 'Trading keys disarmed: the kill switch is on',
  disarmedLeft: 'Disarmed: you left the screen',
  disarmedChart: 'Disarmed: the chart has changed',
  disarmedOutdated: `Trading keys disarmed. ${RELOAD_PAGE}`,
  notArmedOutdated: `Trading keys stay disarmed. ${RELOAD_PAGE}`,
  notArmedQuotesLost: 'Trading keys stay disarmed: no quotes',
  notArmedServerLate: 'Trading keys stay disarmed: the server is not responding',
  notArmedKilled: 'Trading keys stay disarmed: the kill switch is on',
  notArmedElsewhere: 'Trading can be armed only in the Scalper and on a chart',
  notArmedIndex: 'An index is not traded: show a share, a future or an option',
  notArmedPast: 'This chart does not show the market as it is now',

  killed: 'Kill switch on: new orders are blocked',
  rearmed: 'Trading resumed',
  limitsChanged: (changes: string) => `Limit changed: ${changes}`,
  limitsUnchanged: 'Limits not changed',

  payoffFailed: 'Error Fetching Payoff Graph',
  basketChargesFailed: 'Error Fetching Basket Order Charges',
  cumulativeUnread: 'Error loading cumulative backtest data',
  basketFull: (most: number) => `At most ${most} orders in a basket`,
  basketCleared: 'Basket cleared',
  basketLegRemoved: 'Order removed from the basket',
  basketLoaded: (name: string) => `Basket ${name} loaded`,
  basketSaved: (name: string) => `Basket ${name} saved`,
  basketForgotten: (name: string) => `Basket ${name} deleted`,
  basketsFull: (most: number) => `At most ${most} saved baskets. Delete one first`,
  nothingToExit: 'No open position selected',

  basketUnknown: (name: string) => `No basket called ${name}`,

  shortcutsDropped: (dropped: readonly string[]) =>
    `Skipped, could not be read: ${dropped.slice(0, 5).join(', ')}${dropped.length > 5 ? ` and ${dropped.length - 5} more` : ''}`,
  macroRecording: (name: string) => `Recording ${name}: every command is added until macro stop`,
  macroRecorded: (name: string, lines: number) =>
    `Macro ${name} recorded: ${lines === 1 ? 'one line' : `${lines} lines`}`,
  macroEmpty: 'Nothing recorded',
  macroKept: (name: string) => `Macro ${name} saved`,
  macroDeleted: (name: string) => `Macro ${name} deleted`,
  macroUnknown: (name: string) => `No macro called ${name}`,
  macroStopped: (name: string, line: number) => `Macro ${name} stopped at line ${line}`,
  macroFailed: (name: string, line: number, reason: string) =>
    `Macro ${name} stopped at line ${line}: ${reason}`,
  macrosFull: (most: number) => `At most ${most} macros. Delete one first`,
  macroFull: (most: number) => `At most ${most} lines in a macro: recording stopped`,
} as const
