import type { Candles } from '../../charts/candle.ts'
import { firstRowFrom } from '../../charts/candle.ts'
import type { InstrumentId } from '../../instruments/instrument.ts'
import { fromRupees } from '../../money.ts'
import { signOf } from '../levels.ts'
import type { DayTrade } from './day-trade.ts'
import type { ParityStep } from './parity-step.ts'
import {
  type Deeds,
  type ParityReason,
  type Reasoned,
  type Sides,
  whyEntryDiffers,
  whyExitDiffers,
  whyExtra,
  whyMissed,
} from './reasons.ts'

/** Integer paise, so that the steps of a sum add up. */
export type StepMoney = Readonly<Record<ParityStep, number>>

export type ParityIntent = 'enter' | 'exit' | 'carried' | 'held'

export interface ParitySide {
  readonly quantity: number
  readonly price: number
}

export interface ParityRow {
  readonly key: string
  readonly segSym: InstrumentId
  /** That of a leg of options; null of a strategy without legs. */
  readonly contract: InstrumentId | null
  readonly intent: ParityIntent
  readonly isLong: boolean
  /** Start of the candle of the backtest's fill, or of the fill itself where the backtest has none. */
  readonly candle: number
  readonly doneAt: number | null
  readonly expected: ParitySide | null
  readonly done: ParitySide | null
  /** Null is as expected. */
  readonly reason: ParityReason | null
  readonly isFollowing: boolean
  readonly because: string
  /** Done less expected; charges that were saved count as gained. */
  readonly money: StepMoney
}

export interface ReasonMoney {
  readonly reason: ParityReason
  readonly rows: number
  readonly paise: number
}

export interface Parity {
  readonly rows: readonly ParityRow[]
  /** Paise after charges. */
  readonly expected: number
  readonly done: number
  readonly steps: StepMoney
  /** The most money first. */
  readonly reasons: readonly ReasonMoney[]
  readonly counts: ParityCounts
}

export interface ParityCounts {
  readonly missed: number
  readonly extra: number
  readonly otherPrices: number
  readonly otherQuantities: number
  readonly fillsExpected: number
  readonly fillsDone: number
}

const nothing: StepMoney = { signals: 0, prices: 0, quantities: 0, charges: 0 }

const pointsOf = ({ side, entry, exit }: DayTrade): number => signOf(side) * (exit.price - entry.price)

const grossOf = (trade: DayTrade): number => fromRupees(trade.quantity * pointsOf(trade))

const chargesOf = ({ entry, exit }: DayTrade): { readonly entry: number; readonly exit: number } => {
  const both = fromRupees(entry.charges + exit.charges)
  const first = fromRupees(entry.charges)
  return { entry: first, exit: both - first }
}

const netOf = (trade: DayTrade): number => {
  const { entry, exit } = chargesOf(trade)
  return grossOf(trade) - entry - exit
}

const intents = { fill: ['enter', 'exit'], carried: ['carried', 'exit'], held: ['enter', 'held'] } as const

interface RowParts {
  readonly key: string
  readonly of: DayTrade
  readonly end: 'entry' | 'exit'
  readonly expected: DayTrade | null
  readonly done: DayTrade | null
  readonly why: Reasoned | null
  readonly isFollowing?: boolean
  readonly money: StepMoney
}

const sideOf = (trade: DayTrade | null, end: 'entry' | 'exit'): ParitySide | null =>
  trade === null ? null : { quantity: trade.quantity, price: trade[end].price }

const rowOf = ({ key, of, end, expected, done, why, isFollowing = false, money }: RowParts): ParityRow => {
  const point = of[end]
  const other = done?.[end]
  const isElsewhere = expected !== null && other !== undefined && other.candle !== expected[end].candle
  return {
    key: `${key} ${expected === null ? 'done' : 'expected'} ${end}`,
    segSym: of.segSym,
    contract: of.isLeg ? of.contract : null,
    intent: intents[point.kind][end === 'entry' ? 0 : 1],
    isLong: of.side === 'buy',
    candle: point.candle,
    doneAt: isElsewhere ? other.at : null,
    expected: sideOf(expected, end),
    done: sideOf(done, end),
    reason: why?.reason ?? null,
    isFollowing,
    because: why?.because ?? '',
    money,
  }
}

const rowsOfOne = ({ key, trade }: Keyed, isDone: boolean, why: Reasoned): readonly ParityRow[] => {
  const sign = isDone ? 1 : -1
  const charges = chargesOf(trade)
  const sides = { key, expected: isDone ? null : trade, done: isDone ? trade : null }
  return [
    rowOf({
      ...sides,
      of: trade,
      end: 'entry',
      why,
      money: { ...nothing, signals: sign * grossOf(trade), charges: -sign * charges.entry },
    }),
    rowOf({
      ...sides,
      of: trade,
      end: 'exit',
      why,
      isFollowing: true,
      money: { ...nothing, charges: -sign * charges.exit },
    }),
  ]
}

/** Quantities at the backtest's prices, and prices at the quantity that was done. */
const rowsOfBoth = ({ key, trade: expected }: Keyed, done: DayTrade, deeds: Deeds): readonly ParityRow[] => {
  const quantities = fromRupees((done.quantity - expected.quantity) * pointsOf(expected))
  const sign = signOf(expected.side)
  const atEntry = fromRupees(sign * done.quantity * (expected.entry.price - done.entry.price))
  const atExit = grossOf(done) - grossOf(expected) - quantities - atEntry
  const [charged, paid] = [chargesOf(expected), chargesOf(done)]
  const entryWhy = whyEntryDiffers(expected, done, deeds)
  const exitWhy = whyExitDiffers(expected, done, deeds)
  const isFollowing = exitWhy === null && entryWhy !== null && expected.quantity !== done.quantity
  const sides = { key, of: expected, expected, done }
  return [
    rowOf({
      ...sides,
      end: 'entry',
      why: entryWhy,
      money: { ...nothing, quantities, prices: atEntry, charges: charged.entry - paid.entry },
    }),
    rowOf({
      ...sides,
      end: 'exit',
      why: isFollowing ? entryWhy : exitWhy,
      isFollowing,
      money: { ...nothing, prices: atExit, charges: charged.exit - paid.exit },
    }),
  ]
}

export const moneyOf = ({ money }: Pick<ParityRow, 'money'>): number =>
  money.signals + money.prices + money.quantities + money.charges

export const isDifferent = (row: ParityRow): boolean =>
  row.reason !== null || moneyOf(row) !== 0 || row.isFollowing

const reasonsOf = (rows: readonly ParityRow[]): readonly ReasonMoney[] => {
  const found = new Map<ParityReason, ReasonMoney>()
  for (const row of rows) {
    if (row.reason === null) continue
    const before = found.get(row.reason) ?? { reason: row.reason, rows: 0, paise: 0 }
    found.set(row.reason, { ...before, rows: before.rows + 1, paise: before.paise + moneyOf(row) })
  }
  return [...found.values()].sort((one, other) => one.paise - other.paise)
}

const fillsOf = (trades: readonly DayTrade[]): number =>
  trades.reduce(
    (sum, { entry, exit }) => sum + Number(entry.kind === 'fill') + Number(exit.kind === 'fill'),
    0,
  )

const countsOf = (rows: readonly ParityRow[], { expected, done }: Sides): ParityCounts => {
  const count = (is: (row: ParityRow) => boolean): number => rows.filter(is).length
  const isEntry = ({ intent }: ParityRow): boolean => intent === 'enter' || intent === 'carried'
  return {
    missed: count((row) => isEntry(row) && row.done === null),
    extra: count((row) => isEntry(row) && row.expected === null),
    otherPrices: count(({ money }) => money.prices !== 0),
    otherQuantities: count(({ money }) => money.quantities !== 0),
    fillsExpected: fillsOf(expected),
    fillsDone: fillsOf(done),
  }
}

export interface ParityOf extends Sides {
  readonly deeds: Deeds
  readonly candlesOf: (instrument: InstrumentId) => Candles | null
}

interface Keyed {
  readonly key: string
  readonly trade: DayTrade
}

const pairKey = ({ segSym, entry, isLeg, contract, side }: DayTrade): string =>
  `${segSym} ${entry.kind} ${entry.candle}${isLeg ? ` ${contract} ${side}` : ''}`

const withKeys = (trades: readonly DayTrade[]): readonly Keyed[] => {
  const counts = new Map<string, number>()
  return trades.map((trade) => {
    const key = pairKey(trade)
    const count = counts.get(key) ?? 0
    counts.set(key, count + 1)
    return { key: count === 0 ? key : `${key} ${count}`, trade }
  })
}

const decidingCandle = ({ segSym, entry }: DayTrade, candlesOf: ParityOf['candlesOf']): number => {
  const time = candlesOf(segSym)?.time
  return time?.[firstRowFrom(time, entry.candle) - 1] ?? entry.candle
}

/**
 * Round trips of a backtest beside those of a deployment, matched by instrument and the candle of their entry, legs by
 * contract too. What each row differs by adds up, to the paisa, to what was done less what was expected.
 */
export const parityOf = ({ expected, done, deeds, candlesOf }: ParityOf): Parity => {
  const keyed = { expected: withKeys(expected), done: withKeys(done) }
  const left = new Map(keyed.done.map(({ key, trade }) => [key, trade]))
  const rows: ParityRow[] = []
  const differs = new Set<InstrumentId>()
  const byEntry = [
    ...keyed.expected.map((one) => ({ ...one, isDone: false })),
    ...keyed.done.map((one) => ({ ...one, isDone: true })),
  ].sort((one, other) => one.trade.entry.candle - other.trade.entry.candle)
  const matched = new Set(keyed.expected.map(({ key }) => key))
  for (const { key, trade, isDone } of byEntry) {
    const hasEarlier = differs.has(trade.segSym)
    const pair = isDone ? undefined : left.get(key)
    if (isDone && matched.has(key)) continue
    const added =
      pair !== undefined
        ? rowsOfBoth({ key, trade }, pair, deeds)
        : rowsOfOne(
            { key, trade },
            isDone,
            isDone
              ? whyExtra(trade, deeds, { expected, done }, hasEarlier)
              : whyMissed(trade, decidingCandle(trade, candlesOf), deeds, { expected, done }, hasEarlier),
          )
    if (added.some(isDifferent)) differs.add(trade.segSym)
    rows.push(...added)
  }
  const sum = (step: ParityStep): number => rows.reduce((total, { money }) => total + money[step], 0)
  const total = (trades: readonly DayTrade[]): number =>
    trades.reduce((paise, trade) => paise + netOf(trade), 0)
  const symbolOf = ({ segSym, contract }: ParityRow): string => `${segSym} ${contract ?? ''}`
  rows.sort((one, other) => one.candle - other.candle || (symbolOf(one) < symbolOf(other) ? -1 : 1))
  return {
    rows,
    expected: total(expected),
    done: total(done),
    steps: {
      signals: sum('signals'),
      prices: sum('prices'),
      quantities: sum('quantities'),
      charges: sum('charges'),
    },
    reasons: reasonsOf(rows),
    counts: countsOf(rows, { expected, done }),
  }
}
