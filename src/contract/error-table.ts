import { OUTDATED_PAGE_STATUS } from './api-error.ts'
import type { ConsoleCode, WireCode } from './error-codes.ts'

interface Row {
  /** Where there are several, the first is that of a refusal that names none. */
  readonly status: number | readonly [number, ...number[]]
  readonly when: string
}

const wire: Readonly<Record<WireCode, Row>> = {
  MALFORMED: { status: 400, when: 'The call cannot be read, or a field is wrong; `issues` names it.' },
  UNAUTHORIZED: {
    status: 401,
    when: 'There is no login session, it has ended, or name, password or ticket are wrong.',
  },
  NOT_FOUND: { status: 404, when: 'There is no such path, or nothing under that name.' },
  TIMEOUT: { status: 408, when: 'The request took too long to arrive.' },
  CONFLICT: {
    status: 409,
    when: 'What is stored does not allow it: a limit of what is kept, or a change since.',
  },
  OUTDATED_PAGE: {
    status: OUTDATED_PAGE_STATUS,
    when: 'The page has another contract version. Nothing was done; the page has to be reloaded.',
  },
  TOO_LARGE: { status: 413, when: 'The body or the answer is too large.' },
  URL_TOO_LONG: { status: 414, when: 'The address is too long.' },
  UNSUPPORTED_TYPE: { status: 415, when: 'The body is of another type than the call takes.' },
  EXPECTATION_FAILED: { status: 417, when: 'The request has an `Expect` header.' },
  TOO_MANY: {
    status: 429,
    when: 'Too many calls, connections or sign-ins at once; `Retry-After` says how long to wait.',
  },
  HEADERS_TOO_LARGE: { status: 431, when: 'The headers are too large.' },
  INTERNAL: { status: 500, when: 'Unexpected error. It is in the log of the server.' },
  UNAVAILABLE: { status: 503, when: 'The server or its database is busy, starting or stopping; try again.' },

  UNKNOWN_HOST: { status: 403, when: 'The host name is not in `ALLOWED_HOSTS`.' },
  CROSS_SITE: { status: 403, when: 'A call that changes something comes from another site.' },
  PASSWORD_CHANGE_NEEDED: {
    status: 403,
    when: 'The password was set by someone else and has to be changed first.',
  },
  WRONG_PASSWORD: { status: 403, when: 'The current password is wrong.' },
  TOO_MANY_WINDOWS: {
    status: 429,
    when: 'The user or the address has as many streams or quote sockets as allowed.',
  },
  STORE_LOST: {
    status: 503,
    when: 'The database cannot be written. Nothing changes until the server is restarted.',
  },
  VERSION_CONFLICT: {
    status: 409,
    when: 'A newer version of the strategy was saved since the one that the change was made from; the message names both.',
  },
  NO_ROOM: { status: 409, when: 'The saved backtests of the user take all their room.' },

  INVALID_FIELD: { status: 400, when: 'A field of the order is wrong, or does not go with the others.' },
  PRICE_MISSING: { status: 400, when: 'The order type needs a price or trigger price.' },
  PRICE_UNUSED: { status: 400, when: 'The order type has no such price.' },
  UNKNOWN_INSTRUMENT: { status: 400, when: 'The instrument has expired or is not listed today.' },
  NOT_TRADABLE: { status: 400, when: 'An index cannot be traded.' },
  PRODUCT: { status: 400, when: 'The segment does not allow the product.' },
  ORDER_TYPE: { status: 400, when: 'The exchange does not accept the order type for this instrument now.' },
  LOT_SIZE: { status: 400, when: 'The quantity is no multiple of the lot.' },
  TICK_SIZE: { status: 400, when: 'A price is no multiple of the tick.' },
  FREEZE_LIMIT: { status: 400, when: 'The quantity exceeds the freeze limit and the order is not sliced.' },
  SLICES: { status: 400, when: 'The order would make too many slices.' },
  CIRCUIT_LIMIT: { status: 400, when: 'A price is outside the circuit limits of the day.' },
  TRIGGER_PRICE: {
    status: 400,
    when: 'The trigger price is on the wrong side of the last or the limit price.',
  },
  MARKET_PROTECTION: { status: 400, when: 'The market order has no market protection.' },
  DISCLOSED_QUANTITY: { status: 400, when: 'The disclosed quantity is too small, too large or not allowed.' },
  MARKET_CLOSED: { status: 400, when: 'The market is closed, and an AMO cannot be placed either.' },
  AMO_REQUIRED: { status: 400, when: 'The market is closed; the order can be placed as AMO.' },
  AMO_NOT_ACCEPTED: { status: 400, when: 'AMO orders are not accepted at this time.' },
  IOC_NOT_ACCEPTED: { status: 400, when: 'The order is IOC and the market is closed.' },
  SESSION_PAUSE: { status: 400, when: 'The exchange accepts no orders in this phase of an auction.' },
  AUCTION: { status: 400, when: 'An auction does not accept such an order.' },
  POST_CLOSE: { status: 400, when: 'The session after the close does not accept such an order.' },
  MIS_NOT_ALLOWED: { status: 400, when: 'The share cannot be traded intraday.' },
  MIS_CUTOFF: { status: 400, when: 'It is too late for MIS orders today.' },

  INSTRUMENTS_CHANGED: {
    status: 409,
    when: 'The list of instruments has changed since the preview that the order refers to.',
  },
  RATE_LIMIT: {
    status: 429,
    when: 'Too many orders, changes and cancels of the account in a second, minute or day.',
  },
  CANCEL_ONLY: { status: 409, when: 'Only cancels are accepted on the account.' },
  KILL_SWITCH: { status: 409, when: 'The kill switch is on.' },
  PRICE_BAND: { status: 409, when: 'A price is further from the last price than the limit of the user.' },
  ORDER_VALUE: { status: 409, when: 'The value is above the limit of the user.' },
  LOTS_PER_ORDER: { status: 409, when: 'There are more lots than the limit of the user.' },
  OPEN_ORDERS: { status: 409, when: 'As many orders are open as the limit of the user.' },
  OPEN_POSITIONS: { status: 409, when: 'As many positions are open as the limit of the user.' },
  DAILY_LOSS: { status: 409, when: 'The loss of the day has reached the limit of the user.' },
  STALE_QUOTE: { status: 409, when: 'The last price is too old to enter at.' },
  NO_PRICE: {
    status: [409, 400],
    when: 'The instrument has no price yet; 400 where charges are asked for without a price.',
  },
  MARGIN: { status: 409, when: 'The margin is not enough.' },
  HOLDINGS: { status: 409, when: 'There are fewer shares than the order sells.' },
  NOT_REDUCING: { status: 409, when: 'A reduce-only order is for more than can still be exited.' },
  KEY_REUSED: { status: 409, when: 'The client order id belongs to another order, stop or target.' },

  ORDER_NOT_FOUND: { status: 404, when: 'The user has no such order.' },
  ORDER_ENDED: { status: 409, when: 'The order is filled, cancelled or rejected already.' },
  IN_FLIGHT: { status: 409, when: 'An earlier request for the order is at the exchange; try again.' },
  MODIFICATIONS: { status: 409, when: 'The order was modified as often as allowed.' },
  QUANTITY_BELOW_FILLED: { status: 400, when: 'The new quantity is not above what is filled.' },
  CONVERT_PRODUCT: { status: 400, when: 'The position cannot be converted to this product.' },
  CAPITAL_CHANGED: { status: 409, when: 'Capital was added or withdrawn since it was last read.' },
  CAPITAL_IN_USE: { status: 400, when: 'More than is free was to be withdrawn.' },
  CAPITAL_LIMIT: { status: 400, when: 'More capital than an account may have.' },
  CONVERT_QUANTITY: { status: 400, when: 'The position has not as many units to convert.' },
  UNITS_ON_ORDER: { status: 409, when: 'Open exit orders hold the units to be converted.' },

  NOTHING_TO_WATCH: { status: 400, when: 'There is neither a stop nor a target.' },
  STOP_SIDE: { status: 400, when: 'The stop is on the wrong side of the price.' },
  TARGET_SIDE: { status: 400, when: 'The target is on the wrong side of the price, or equals the stop.' },
  NO_POSITION: { status: 404, when: 'There is no position to set a stop or target for.' },
  BRACKETS: { status: 409, when: 'As many stops and targets are watched as allowed.' },
  BRACKET_EXISTS: { status: 409, when: 'The order or the position has a stop or target already.' },
  BRACKET_NOT_FOUND: { status: 404, when: 'The user has no such stop or target.' },
  BRACKET_EXITING: { status: 409, when: 'The stop or target was hit, and its exit order is pending.' },
  BRACKET_ENDED: { status: 409, when: 'The stop or target has ended already.' },
}

const ofConsole: Readonly<Record<ConsoleCode, string>> = {
  NO_CODE: 'The answer has no code, as that of a proxy or of another server.',
  UNKNOWN_CODE: 'The code is none of this table. `sentCode` keeps it for logs.',
  OUTDATED: 'The answer is of another contract version, so it says nothing about what was done.',
  COOKIES_REFUSED: 'The browser does not keep the cookie of the login session.',
  NOT_READY: 'The instrument list is still loading.',
  NO_INSTRUMENT: 'A backtest names no instrument.',
  NOT_TRADED: 'The instrument has no futures or options that a backtest could trade.',
  NO_CANDLES: 'There are no candles in the span of the backtest.',
  NO_REPORT: 'There is no report to test.',
  SPAN: 'The span is too short for in-sample and out-of-sample days.',
}

/** For the server and the documentation. */
export const errorTable = { wire, ofConsole }

export const statusOf = (code: WireCode): number => {
  const { status } = wire[code]
  return typeof status === 'number' ? status : status[0]
}
