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

  runFailed: 'Failed to run backtest Please refresh the page and try again',
  runGoingOn: 'A backtest is running. Cancel it first',
  runCancelled: 'Backtest cancelled',
  runDeleted: 'Backtest deleted',
  runRestored: 'Backtest kept',

  importDone: 'Candles imported',

  noticesMeanwhile: (count: number) => `${count} notifications meanwhile`,

  storageRefused: 'This browser keeps nothing here: settings last until the page is closed',
} as const
