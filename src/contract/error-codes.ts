/** Meaning and status of each code are in `error-table.ts`, which the console does not load. */
const wireCodes = [
  'MALFORMED',
  'UNAUTHORIZED',
  'NOT_FOUND',
  'TIMEOUT',
  'CONFLICT',
  'OUTDATED_PAGE',
  'TOO_LARGE',
  'URL_TOO_LONG',
  'UNSUPPORTED_TYPE',
  'EXPECTATION_FAILED',
  'TOO_MANY',
  'HEADERS_TOO_LARGE',
  'INTERNAL',
  'UNAVAILABLE',

  'UNKNOWN_HOST',
  'CROSS_SITE',
  'PASSWORD_CHANGE_NEEDED',
  'WRONG_PASSWORD',
  'TOO_MANY_WINDOWS',
  'STORE_LOST',
  'NO_ROOM',
  'VERSION_CONFLICT',

  'INVALID_FIELD',
  'PRICE_MISSING',
  'PRICE_UNUSED',
  'UNKNOWN_INSTRUMENT',
  'NOT_TRADABLE',
  'PRODUCT',
  'ORDER_TYPE',
  'LOT_SIZE',
  'TICK_SIZE',
  'FREEZE_LIMIT',
  'SLICES',
  'CIRCUIT_LIMIT',
  'TRIGGER_PRICE',
  'MARKET_PROTECTION',
  'DISCLOSED_QUANTITY',
  'MARKET_CLOSED',
  'AMO_REQUIRED',
  'AMO_NOT_ACCEPTED',
  'IOC_NOT_ACCEPTED',
  'SESSION_PAUSE',
  'AUCTION',
  'POST_CLOSE',
  'MIS_NOT_ALLOWED',
  'MIS_CUTOFF',

  'INSTRUMENTS_CHANGED',
  'RATE_LIMIT',
  'CANCEL_ONLY',
  'KILL_SWITCH',
  'PRICE_BAND',
  'ORDER_VALUE',
  'LOTS_PER_ORDER',
  'OPEN_ORDERS',
  'OPEN_POSITIONS',
  'DAILY_LOSS',
  'STALE_QUOTE',
  'NO_PRICE',
  'MARGIN',
  'HOLDINGS',
  'NOT_REDUCING',
  'KEY_REUSED',

  'ORDER_NOT_FOUND',
  'ORDER_ENDED',
  'IN_FLIGHT',
  'MODIFICATIONS',
  'QUANTITY_BELOW_FILLED',
  'CONVERT_PRODUCT',
  'CONVERT_QUANTITY',
  'CAPITAL_CHANGED',
  'CAPITAL_IN_USE',
  'CAPITAL_LIMIT',
  'UNITS_ON_ORDER',

  'NOTHING_TO_WATCH',
  'STOP_SIDE',
  'TARGET_SIDE',
  'NO_POSITION',
  'BRACKETS',
  'BRACKET_EXISTS',
  'BRACKET_NOT_FOUND',
  'BRACKET_EXITING',
  'BRACKET_ENDED',
] as const

export type WireCode = (typeof wireCodes)[number]

/** Failures that the console finds itself. No server sends these. */
export type ConsoleCode =
  | 'NO_CODE'
  | 'UNKNOWN_CODE'
  | 'OUTDATED'
  | 'COOKIES_REFUSED'
  | 'NOT_READY'
  | 'NO_INSTRUMENT'
  | 'NOT_TRADED'
  | 'NO_CANDLES'
  | 'NO_REPORT'
  | 'SPAN'

export type ErrorCode = WireCode | ConsoleCode

export interface ReadCode {
  readonly code: ErrorCode
  /** As it was sent, where this console does not know it; for logs only. */
  readonly sentCode?: string
}

const known: ReadonlySet<string> = new Set(wireCodes)

const isWireCode = (sent: string): sent is WireCode => known.has(sent)

/** `NO_CODE` for an answer without one, such as a proxy's; `UNKNOWN_CODE` for one of another version or server. */
export const readErrorCode = (sent: unknown): ReadCode => {
  if (typeof sent !== 'string') return { code: 'NO_CODE' }
  return isWireCode(sent) ? { code: sent } : { code: 'UNKNOWN_CODE', sentCode: sent }
}
