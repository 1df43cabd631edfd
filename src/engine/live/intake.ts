import type { Interval } from '../../domain/charts/interval.ts'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import { toIstClock, toIstDate } from '../../domain/time.ts'
import { refusal } from '../failure.ts'
import { faultOf } from '../program/chart.ts'
import { othersOf } from '../program/frames.ts'
import { seriesName } from '../program/other-series.ts'
import type { Program, ProgramFrame } from '../program/steps.ts'
import { type Candle, createCloser, createFolder, type Fold, type Folded, noFold } from './live-frames.ts'

export interface IntakeState {
  /** Start of the last candle: of the chart, then of each other instrument. */
  readonly befores: readonly number[]
  readonly folds: readonly Fold[]
}

export interface Taken {
  readonly state: IntakeState
  readonly closed: readonly { readonly frame: number; readonly candle: Candle }[]
}

/** Both functions throw EngineError `refused` for a candle that is invalid or comes out of order. */
export interface Intake {
  readonly empty: IntakeState
  take(state: IntakeState, candle: Candle, row: number): Taken
  takeOther(state: IntakeState, instrument: InstrumentId, candle: Candle): Taken
}

const CHART = 0

export const createIntake = ({ frames }: Program): Intake => {
  const others = othersOf({ frames })
  const fine = frames[0]?.interval ?? 'min'
  const takers = frames.slice(1).map((frame) => {
    const series = frame.instrument === null ? CHART : others.indexOf(frame.instrument) + 1
    return takerOf(frame, fine, series)
  })
  const beforeOf = ({ befores }: IntakeState, series: number): number =>
    befores[series] ?? Number.NEGATIVE_INFINITY

  const takeOf = ({ befores, folds }: IntakeState, series: number, candle: Candle): Taken => {
    const folded = folds.map((fold, index) => takers[index]?.(series, fold, candle) ?? null)
    return {
      state: {
        befores: befores.with(series, candle.time),
        folds: folds.map((fold, index) => folded[index]?.fold ?? fold),
      },
      closed: folded.flatMap((one, index) =>
        one === null ? [] : one.closed.map((closed) => ({ frame: index + 1, candle: closed })),
      ),
    }
  }

  return {
    empty: {
      befores: [CHART, ...others].map(() => Number.NEGATIVE_INFINITY),
      folds: takers.map(() => noFold),
    },
    take(state, candle, row) {
      const before = beforeOf(state, CHART)
      if (!isCandle(candle, before)) throw refusal(`candles: row ${row} ${faultOf(candle, before)}`)
      const ahead = others.find((_, index) => beforeOf(state, index + 1) > candle.time)
      if (ahead !== undefined)
        throw refusal(`candles: row ${row} ${nameOf(candle)} comes after a later candle of ${ahead}`)
      const taken = takeOf(state, CHART, candle)
      return { ...taken, closed: [...taken.closed, { frame: 0, candle }] }
    },
    takeOther(state, instrument, candle) {
      const series = others.indexOf(instrument) + 1
      if (series === CHART) throw refusal(`${seriesName(instrument)}: the conditions do not read them`)
      const before = beforeOf(state, series)
      if (!isCandle(candle, before)) throw refusal(`${seriesName(instrument)}: ${faultOf(candle, before)}`)
      if (candle.time <= beforeOf(state, CHART))
        throw refusal(`${seriesName(instrument)}: ${nameOf(candle)} comes after a row that reads it`)
      return takeOf(state, series, candle)
    },
  }
}

type Taker = (series: number, fold: Fold, candle: Candle) => Folded | null

const takerOf = ({ interval, instrument, group }: ProgramFrame, fine: Interval, own: number): Taker => {
  if (interval === fine) return (series, fold, candle) => (series === own ? { fold, closed: [candle] } : null)
  const prefix = instrument === null ? '' : `${seriesName(instrument)}: `
  const foldInto = createFolder({ interval, fine, group, prefix })
  const close = createCloser(interval, fine)
  return (series, fold, candle) => {
    if (series === own) return foldInto(fold, candle)
    return series === CHART ? close(fold, candle.time) : null
  }
}

/** The same rule as `firstFault` in assembly/candles.ts. */
const isCandle = ({ time, open, high, low, close }: Candle, before: number): boolean =>
  time > before && high >= low && Number.isFinite(time) && Number.isFinite(open + high + low + close)

const nameOf = ({ time }: Candle): string => `(${toIstDate(time)} ${toIstClock(time)} IST)`
