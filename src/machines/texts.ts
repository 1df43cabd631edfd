import { RELOAD_PAGE } from '../contract/api-error.ts'
import type { NoticeGroup } from '../domain/notice.ts'

/** What a person is told, word for word. Texts of a failed call stand with the call in `contract`. */
export const texts = {
  invalidCredentials: 'Invalid credentials',
  loggingOut: 'Logging out....',
  cookiesBlocked: 'Sign-in needs cookies, and this browser refuses them',
  sessionExpired: 'Your session has ended. Please sign in again',
  sessionEndsSoon: 'Your session ends soon: at midnight, Indian time',
  sessionEndedAtMidnight: 'Your session ended at midnight, Indian time',
  signedOutElsewhere: 'You signed out in another tab',
  signedInElsewhere: 'Somebody signed in in another tab. Reload this page to go on with that session',

  enginesError: 'The compute engines could not be loaded',
  csvNotFetched: 'Failed to fetch CSV',
  indicatorsNotSetUp: 'Error setting up indicators',

  runFailed: 'Failed to run backtest Please refresh the page and try again',
  runGoingOn: 'A backtest is running. Cancel it first',
  runCancelled: 'Backtest cancelled',
  runComplete: 'Every symbol of this backtest has been run',
  sweepFailed: 'The sweep could not be run',
  sweepGoingOn: 'A sweep is running. Cancel it first',
  sweepCancelled: 'Sweep cancelled',
  sweepNothingToOpen: 'No combination traded',
  runDeleted: 'Backtest deleted',
  luckFailed: 'The luck test could not be run',
  runRestored: 'Backtest kept',

  importDone: 'Candles imported',
  holidaysChanged: 'Holidays in force',

  noticesMeanwhile: (count: number) => `${count} notifications meanwhile`,
  noticesFolded: (group: NoticeGroup, count: number) =>
    group === 'other' ? `${count} new notifications` : `${count} orders ${group}`,
  noticesUnreadable: (count: number) =>
    count === 1 ? '1 notification could not be read' : `${count} notifications could not be read`,

  watchlistsFull: (most: number) => `There is room for ${most} watchlists`,
  watchlistFull: (most: number) => `A watchlist has room for ${most} symbols`,
  watchlistTaken: (name: string) => `There is a watchlist called ${name} already`,
  watchlistDeleted: (name: string) => `Watchlist ${name} deleted`,
  watchlistRemoved: (count: number, name: string) =>
    `${count === 1 ? 'One symbol' : `${count} symbols`} removed from ${name}`,
  watchlistAdded: (count: number, name: string) =>
    `${count === 1 ? 'One symbol' : `${count} symbols`} added to ${name}`,

  chainFailed: 'Error Loading Option Chain',

  offline: 'Nothing was sent: the server cannot be reached now',
  ordersHeldBack: (seconds: number) => `Orders are not sent: the server has not answered for ${seconds} s`,
  /** Nothing that trades is sent from such a page; what takes risk off is. */
  outdated: RELOAD_PAGE,
  orderUnknown: 'The answer to this order was lost. It is being looked for and is not sent again',
  orderUnknownBecause: (reason: string) => `${reason}. This order is being looked for and is not sent again`,
  orderNotReceived: 'The order was not received; nothing was placed',
  positionGone: 'There is no such position any more',
  positionLeaving: 'Exit order already pending',
  answerLost: 'The answer was lost: check the order book and the positions',
  positionConverted: 'Position converted',
  notDone: (count: number, reason: string) =>
    count === 1 ? `One could not be done: ${reason}` : `${count} could not be done, the first: ${reason}`,

  disarmedIdle: 'Trading keys disarmed: none was pressed for two minutes',
  disarmedBlurred: 'Trading keys disarmed: the page lost the keyboard',
  disarmedQuotesLost: 'Trading keys disarmed: prices stopped coming',
  disarmedServerLate: 'Trading keys disarmed: the server does not answer',
  disarmedKilled: 'Trading keys disarmed: the kill switch is on',
  disarmedLeft: 'Trading keys disarmed: the Scalper was left',
  disarmedOutdated: `Trading keys disarmed. ${RELOAD_PAGE}`,
  notArmedOutdated: `Trading keys stay disarmed. ${RELOAD_PAGE}`,
  notArmedQuotesLost: 'Trading keys stay disarmed while no prices come',
  notArmedServerLate: 'Trading keys stay disarmed while the server does not answer',
  notArmedKilled: 'Trading keys stay disarmed while the kill switch is on',
  notArmedElsewhere: 'Trading keys are armed in the Scalper alone',

  killed: 'Kill switch on: no new order goes through',
  rearmed: 'Trading is on again',
  limitsChanged: (changes: string) => `Your limit: ${changes}`,
  limitsUnchanged: 'Your limits are as they were',

  payoffFailed: 'Error Fetching Payoff Graph',
  basketChargesFailed: 'Error Fetching Basket Order Charges',
  cumulativeUnread: 'Error loading cumulative backtest data',
  basketFull: (most: number) => `A basket has room for ${most} orders`,
  basketCleared: 'Basket cleared',
  basketLegRemoved: 'Order removed from the basket',
  basketLoaded: (name: string) => `Basket ${name} loaded`,
  basketSaved: (name: string) => `Basket ${name} saved`,
  basketForgotten: (name: string) => `Basket ${name} forgotten`,
  basketsFull: (most: number) => `There is room for ${most} baskets`,
  nothingToExit: 'No open position under the cursor',

  basketUnknown: (name: string) => `There is no basket called ${name}`,

  shortcutsDropped: (dropped: readonly string[]) =>
    `Left out, for it could not be read: ${dropped.slice(0, 5).join(', ')}${dropped.length > 5 ? ` and ${dropped.length - 5} more` : ''}`,
  macroRecording: (name: string) => `Recording ${name}: what you do now is written down until macro stop`,
  macroRecorded: (name: string, lines: number) =>
    `Macro ${name} recorded: ${lines === 1 ? 'one line' : `${lines} lines`}`,
  macroEmpty: 'Nothing was recorded',
  macroKept: (name: string) => `Macro ${name} kept`,
  macroDeleted: (name: string) => `Macro ${name} deleted`,
  macroUnknown: (name: string) => `There is no macro called ${name}`,
  macroStopped: (name: string, line: number) => `Macro ${name} stopped at line ${line}`,
  macroFailed: (name: string, line: number, reason: string) =>
    `Macro ${name} stopped at line ${line}: ${reason}`,
  macrosFull: (most: number) => `There is room for ${most} macros`,
  macroFull: (most: number) => `A macro has room for ${most} lines: recording stopped`,
} as const
