import type { Candles } from '../../charts/candle.ts'
import { roundToPaisa } from '../../money.ts'
import type { JournalTrip, TripFillShown } from './journal-trip.ts'

export interface LegOfPath {
  readonly trip: Pick<JournalTrip, 'fills' | 'isLong'>
  /** Around the trip; their times are those of the candles' starts. */
  readonly candles: Candles
}

/** Rupees gained since the entry, before charges. */
export interface PathStep {
  /** End of the candle, or the time of a fill. */
  readonly at: number
  readonly open: number
  readonly worst: number
  readonly best: number
  readonly close: number
  /** Rupees paid or received at entry so far, the base of percent stops and targets. */
  readonly entered: number
  /** Price of the only leg at `worst`, `best`; null for several. */
  readonly worstPrice: number | null
  readonly bestPrice: number | null
  /** Price at which the only leg would have gained an amount; null for several, or once nothing is held. */
  readonly priceAt: (gained: number) => number | null
  readonly isFill: boolean
}

interface LegState {
  cash: number
  held: number
  entered: number
  price: number
}

const taken = (state: LegState, isLong: boolean, { side, quantity, price }: TripFillShown): void => {
  const signed = side === 'buy' ? quantity : -quantity
  state.cash -= signed * price
  state.held += signed
  state.price = price
  if ((side === 'buy') === isLong) state.entered += signed * price
}

const noPrices = { worstPrice: null, bestPrice: null } as const
type StepPrices = Pick<PathStep, 'open' | 'worst' | 'best' | 'close'>
const onlyOne = (gained: number): StepPrices => ({ open: gained, worst: gained, best: gained, close: gained })

const createState = (legs: readonly LegOfPath[]) => {
  const states: readonly LegState[] = legs.map(() => ({ cash: 0, held: 0, entered: 0, price: 0 }))
  const [only] = states
  const isAlone = legs.length === 1
  const sum = (of: (state: LegState) => number): number => states.reduce((all, state) => all + of(state), 0)
  return {
    isAlone,
    isFlat: () => states.every(({ held }) => held === 0),
    gained: (): number => roundToPaisa(sum(({ cash, held, price }) => cash + held * price)),
    gainedAt: (price: number): number => roundToPaisa((only?.cash ?? 0) + (only?.held ?? 0) * price),
    take: (leg: number, fill: TripFillShown): void => {
      const [state, of] = [states[leg], legs[leg]]
      if (state !== undefined && of !== undefined) taken(state, of.trip.isLong, fill)
    },
    close: (leg: number, price: number | undefined): void => {
      const state = states[leg]
      if (state !== undefined && price !== undefined) state.price = price
    },
    stepAt: (at: number, prices: StepPrices): PathStep => {
      const { held = 0, cash = 0 } = only ?? {}
      const priceAt = (gained: number): number | null =>
        isAlone && held !== 0 ? roundToPaisa((gained - cash) / held) : null
      const entered = Math.abs(sum((state) => state.entered))
      const ends = isAlone ? { worstPrice: priceAt(prices.worst), bestPrice: priceAt(prices.best) } : noPrices
      return { ...prices, ...ends, at, entered, priceAt, isFill: false }
    },
  }
}

const fillsOf = (legs: readonly LegOfPath[], isHeldOn: boolean) =>
  legs
    .flatMap(({ trip: { fills, isLong } }, leg) => fills.map((fill) => ({ leg, fill, isLong })))
    .filter(({ fill, isLong }) => !isHeldOn || (fill.side === 'buy') === isLong)
    .sort((one, other) => one.fill.at - other.fill.at)

/** Candle by candle and fill by fill, from the first fill on; `isHeldOn` leaves out the exits. */
export const pathOf = (
  legs: readonly LegOfPath[],
  candleMs: number,
  isHeldOn: boolean = false,
): readonly PathStep[] => {
  const state = createState(legs)
  const fills = fillsOf(legs, isHeldOn)
  const first = fills[0]?.fill.at ?? Number.POSITIVE_INFINITY
  const times = [...new Set(legs.flatMap(({ candles }) => [...candles.time]))]
    .filter((time) => time + candleMs > first)
    .sort((one, other) => one - other)
  const rows = legs.map(({ candles }) => new Map([...candles.time].map((time, row) => [time, row])))
  const steps: PathStep[] = []
  let next = 0
  const takeUntil = (until: number): boolean => {
    const from = next
    for (let one = fills[next]; one !== undefined && one.fill.at < until; one = fills[++next]) {
      const { leg, fill } = one
      state.take(leg, fill)
      const ends = state.isAlone ? { worstPrice: fill.price, bestPrice: fill.price } : noPrices
      steps.push({ ...state.stepAt(fill.at, onlyOne(state.gained())), ...ends, isFill: true })
    }
    return next > from
  }
  const candleAt = (time: number, hasFilled: boolean): StepPrices => {
    legs.forEach(({ candles }, leg) => {
      const row = rows[leg]?.get(time)
      if (row !== undefined) state.close(leg, candles.close[row])
    })
    const close = state.gained()
    const [row, candles] = [rows[0]?.get(time), legs[0]?.candles]
    // A candle with a fill has prices from before it, and legs reach extremes at different times: only the close is certain.
    if (hasFilled || !state.isAlone || row === undefined || candles === undefined) return onlyOne(close)
    const ends = [state.gainedAt(candles.high[row] ?? 0), state.gainedAt(candles.low[row] ?? 0)]
    return {
      open: state.gainedAt(candles.open[row] ?? 0),
      worst: Math.min(...ends),
      best: Math.max(...ends),
      close,
    }
  }
  for (const time of times) {
    const hasFilled = takeUntil(time + candleMs)
    if (next === fills.length && state.isFlat()) break
    steps.push(state.stepAt(time + candleMs, candleAt(time, hasFilled)))
  }
  takeUntil(Number.POSITIVE_INFINITY)
  return steps
}

export interface Extreme {
  readonly at: number
  /** Rupees. */
  readonly gained: number
  readonly price: number | null
}

/** Maximum adverse and maximum favourable excursion (MAE, MFE). */
export interface Excursion {
  readonly worst: Extreme
  readonly best: Extreme
  readonly exit: number
}

/** Null without a fill. The entry itself is 0, so that neither is on the wrong side of it. */
export const excursionOf = (path: readonly PathStep[]): Excursion | null => {
  const [first] = path
  const last = path.at(-1)
  if (first === undefined || last === undefined) return null
  const entry: Extreme = { at: first.at, gained: 0, price: first.bestPrice }
  let [worst, best] = [entry, entry]
  for (const step of path) {
    if (step.worst < worst.gained) worst = { at: step.at, gained: step.worst, price: step.worstPrice }
    if (step.best > best.gained) best = { at: step.at, gained: step.best, price: step.bestPrice }
  }
  return { worst, best, exit: last.close }
}
