import type { InstrumentId } from '../instruments/instrument.ts'
import { type Paise, paise, toRupees } from '../money.ts'
import type { ClientOrderId, OrderId, Side } from '../orders/order.ts'
import { type IstDate, istDateToDayNumber } from '../time.ts'
import type { ExitCause, LoggedValue, RunPhase } from './deployment.ts'

/** Why an order is wanted; `bar` is the start of the candle that decided, null where none did. */
export interface Reason {
  readonly bar: number | null
  /** The rule with its numbers, or the level that was touched; it completes "Bought 65 …: ". */
  readonly why: string
  readonly values: readonly LoggedValue[]
}

/** An entry decided at the close of a candle and not sent yet. */
export interface WantedEntry extends Reason {
  readonly bar: number
  /** When the candle closed, or when trading begins again after it. */
  readonly dueAt: number
}

export interface WantedExit extends Reason {
  readonly cause: ExitCause
  readonly attempt: number
  /** Not tried before: the last try was refused. */
  readonly notBefore: number
}

/** What has been counted of an order, or of all slices of one. */
export interface Filled {
  readonly quantity: number
  readonly value: Paise
  readonly charges: Paise
}

export const nothingFilled: Filled = { quantity: 0, value: paise(0), charges: paise(0) }

/** An order that was decided; its key makes it once, whether or not it has reached the broker. */
export interface SentOrder extends Reason {
  readonly intent: 'entry' | 'exit'
  readonly cause: ExitCause | null
  readonly attempt: number
  readonly key: ClientOrderId
  readonly contract: InstrumentId
  readonly side: Side
  readonly quantity: number
  readonly dueAt: number
  /** Null until the broker has answered. */
  readonly orderId: OrderId | null
  readonly counted: Filled
}

export interface Trade {
  readonly contract: InstrumentId
  readonly side: Side
  readonly entered: Filled
  readonly exited: Filled
  /** First fill, market time. */
  readonly enteredAt: number
  /** Candles that begin here or later move the trailing stop. */
  readonly trailsFrom: number
  /** Rupees a unit: best price of those candles; null before the first. */
  readonly best: number | null
  /** Rupees that the open units had gained when the trading day began. */
  readonly carried: number
}

export interface DayCount {
  readonly day: IstDate
  readonly entries: number
  /** Trades in a row that lost by their prices. */
  readonly losses: number
  /** After charges, of units exited today; a unit held overnight counts from the previous close. */
  readonly realised: Paise
  readonly charges: Paise
}

export interface WaitingProposal {
  readonly id: string
  readonly intent: 'entry' | 'exit'
}

export interface Run {
  readonly segSym: InstrumentId
  readonly contract: InstrumentId
  readonly phase: RunPhase
  /** End of the newest candle that was looked at. */
  readonly checkedTo: number
  /** Prints up to here were compared with stop and target. */
  readonly watchedTo: number
  readonly trade: Trade | null
  readonly order: SentOrder | null
  readonly entry: WantedEntry | null
  readonly exit: WantedExit | null
  readonly proposal: WaitingProposal | null
  readonly day: DayCount
  /** Entries of the week that begins with the Monday of `week`, in days since 1970. */
  readonly week: { readonly week: number; readonly entries: number }
  /** After charges, of all units exited since the start. */
  readonly realised: Paise
  readonly note: string
}

const emptyDay = (day: IstDate): DayCount => ({
  day,
  entries: 0,
  losses: 0,
  realised: paise(0),
  charges: paise(0),
})

/** 1970-01-01 was a Thursday, three days after its Monday. */
export const weekOf = (day: IstDate): number => Math.floor((istDateToDayNumber(day) + 3) / 7)

export const newRun = (segSym: InstrumentId, contract: InstrumentId, at: number, day: IstDate): Run => ({
  segSym,
  contract,
  phase: 'flat',
  checkedTo: at,
  watchedTo: at,
  trade: null,
  order: null,
  entry: null,
  exit: null,
  proposal: null,
  day: emptyDay(day),
  week: { week: weekOf(day), entries: 0 },
  realised: paise(0),
  note: '',
})

/** Units still held; never negative. */
export const unitsOf = ({ entered, exited }: Trade): number => entered.quantity - exited.quantity

/** Positive is long. */
export const signedUnitsOf = (trade: Trade | null): number =>
  trade === null ? 0 : unitsOf(trade) * signOf(trade.side)

export const signOf = (side: Side): 1 | -1 => (side === 'buy' ? 1 : -1)

/** Rupees a unit. */
export const averageOf = ({ quantity, value }: Filled): number =>
  quantity === 0 ? 0 : toRupees(value) / quantity

/** Rupees, before charges, of the units still held. */
export const openGain = (trade: Trade, price: number): number =>
  signOf(trade.side) * (price - averageOf(trade.entered)) * unitsOf(trade)

/** Counts begin anew with a day and a week; `previousClose` in rupees, null where there is none. */
export const onDay = (run: Run, day: IstDate, previousClose: number | null): Run => {
  if (run.day.day === day) return run
  const week = weekOf(day)
  const { trade } = run
  return {
    ...run,
    day: emptyDay(day),
    week: run.week.week === week ? run.week : { week, entries: 0 },
    trade:
      trade === null || previousClose === null
        ? trade
        : { ...trade, carried: openGain(trade, previousClose) },
  }
}

const minus = (filled: Filled, before: Filled): Filled => ({
  quantity: filled.quantity - before.quantity,
  value: paise(filled.value - before.value),
  charges: paise(filled.charges - before.charges),
})

const plus = (one: Filled, other: Filled): Filled => ({
  quantity: one.quantity + other.quantity,
  value: paise(one.value + other.value),
  charges: paise(one.charges + other.charges),
})

const isNothing = ({ quantity, charges }: Filled): boolean => quantity === 0 && charges === 0

/** Counts what is new of the order in flight. */
export const withFills = (run: Run, filled: Filled, at: number): Run => {
  const { order } = run
  if (order === null) return run
  const more = minus(filled, order.counted)
  if (isNothing(more)) return run
  const counted = { ...run, order: { ...order, counted: filled } }
  return order.intent === 'entry' ? withEntered(counted, order, more, at) : withExited(counted, more)
}

const charged = (run: Run, charges: Paise): Run => ({
  ...run,
  realised: paise(run.realised - charges),
  day: {
    ...run.day,
    realised: paise(run.day.realised - charges),
    charges: paise(run.day.charges + charges),
  },
})

const withEntered = (run: Run, order: SentOrder, more: Filled, at: number): Run => {
  const before = run.trade
  const trade: Trade =
    before === null
      ? {
          contract: order.contract,
          side: order.side,
          entered: more,
          exited: nothingFilled,
          enteredAt: at,
          trailsFrom: order.dueAt,
          best: null,
          carried: 0,
        }
      : { ...before, entered: plus(before.entered, more) }
  const isFirst = before === null
  return charged(
    {
      ...run,
      trade,
      watchedTo: Math.max(run.watchedTo, at),
      day: { ...run.day, entries: run.day.entries + (isFirst ? 1 : 0) },
      week: { ...run.week, entries: run.week.entries + (isFirst ? 1 : 0) },
    },
    more.charges,
  )
}

const withExited = (run: Run, more: Filled): Run => {
  const { trade } = run
  if (trade === null) return run
  const held = unitsOf(trade)
  const gain = signOf(trade.side) * (more.value - averageOf(trade.entered) * 100 * more.quantity)
  const carried = held === 0 ? 0 : (trade.carried * more.quantity) / held
  const after = {
    ...run,
    trade: { ...trade, exited: plus(trade.exited, more), carried: trade.carried - carried },
    realised: paise(Math.round(run.realised + gain)),
    day: { ...run.day, realised: paise(Math.round(run.day.realised + gain - carried * 100)) },
  }
  return charged(after, more.charges)
}

/** As in the kernels: a trade loses by its prices, and not by rounding. */
const CLOSE = 1e-10

const isLoss = ({ side, entered, exited }: Trade): boolean => {
  const entry = averageOf(entered)
  return signOf(side) * (averageOf(exited) - entry) < -CLOSE * Math.abs(entry)
}

export interface EndedTrade {
  readonly run: Run
  /** Rupees after charges; null where not all of it was exited by the deployment. */
  readonly pnl: number | null
  readonly isLoss: boolean
}

/** The run is flat: all was exited, or what is left is no longer held. */
export const endTrade = (run: Run): EndedTrade => {
  const { trade } = run
  const flat: Run = { ...run, phase: 'flat', trade: null, order: null, exit: null, entry: null }
  if (trade === null) return { run: flat, pnl: null, isLoss: false }
  const isWhole = unitsOf(trade) === 0
  const hasLost = isWhole && isLoss(trade)
  const losses = isWhole ? (hasLost ? run.day.losses + 1 : 0) : run.day.losses
  return {
    run: { ...flat, day: { ...run.day, losses } },
    pnl: isWhole ? pnlOf(trade) : null,
    isLoss: hasLost,
  }
}

const pnlOf = ({ side, entered, exited }: Trade): number =>
  toRupees(paise(signOf(side) * (exited.value - entered.value) - entered.charges - exited.charges))
