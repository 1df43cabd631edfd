import { type Interval, intervals } from '../../domain/charts/interval.ts'
import { type InstrumentId, parseInstrumentId } from '../../domain/instruments/instrument.ts'
import { OTHER_INSTRUMENTS_MAX } from '../../domain/strategies/condition/instruments.ts'
import type { IndicatorOperand } from '../../domain/strategies/condition/tree.ts'
import { refusal } from '../failure.ts'
import { sessionGroupOf } from './higher-timeframe.ts'
import type { Program, ProgramFrame } from './steps.ts'

export interface Frames {
  readonly list: readonly ProgramFrame[]
  frameOf(operand: Pick<IndicatorOperand, 'interval' | 'instrument'>): number
}

export interface TradedChart {
  readonly interval: Interval
  readonly instrument?: InstrumentId
}

export const createFrames = ({ interval: fine, instrument: traded }: TradedChart): Frames => {
  const list: ProgramFrame[] = [{ interval: fine, instrument: null, group: sessionGroupOf(traded) }]

  const intervalOf = (wanted: Interval): Interval => {
    if (!intervals.includes(wanted)) throw refusal(`unknown interval ${String(wanted)}`)
    if (intervals.indexOf(wanted) < intervals.indexOf(fine))
      throw refusal(`@${wanted} is finer than the ${fine} candles of this run`)
    return wanted
  }

  const otherOf = (wanted: InstrumentId): InstrumentId => {
    checkInstrument(wanted)
    const others = othersOf({ frames: list })
    if (!others.includes(wanted) && others.length >= OTHER_INSTRUMENTS_MAX)
      throw refusal(`of ${wanted}: a rule reads at most ${OTHER_INSTRUMENTS_MAX} other instruments`)
    return wanted
  }

  return {
    list,
    frameOf(operand) {
      const interval = operand.interval === undefined ? fine : intervalOf(operand.interval)
      const named = operand.instrument
      const instrument = named === undefined || named === traded ? null : otherOf(named)
      const known = list.findIndex((frame) => frame.interval === interval && frame.instrument === instrument)
      if (known >= 0) return known
      const group = instrument === null ? sessionGroupOf(traded) : sessionGroupOf(instrument)
      return list.push({ interval, instrument, group }) - 1
    },
  }
}

/** Throws EngineError `refused`. */
export const checkInstrument = (named: unknown): void => {
  if (parseInstrumentId(String(named)) === null)
    throw refusal(`of ${String(named)}: not an instrument such as NSE_INFY`)
}

export const othersOf = ({ frames }: Pick<Program, 'frames'>): readonly InstrumentId[] => [
  ...new Set(frames.flatMap(({ instrument }) => instrument ?? [])),
]
