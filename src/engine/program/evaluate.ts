import type { SessionGroup } from '../../domain/calendar/calendar.ts'
import type { Candles } from '../../domain/charts/candle.ts'
import type { Interval } from '../../domain/charts/interval.ts'
import type { Address, KernelMemory } from '../kernel-host.ts'
import type { Chart, ChartSeries } from './chart.ts'
import {
  type HigherTimeframeCandles,
  lastReadable,
  toHigherTimeframe,
  toOthersTimeframe,
} from './higher-timeframe.ts'
import { memoryOf } from './kernels.ts'
import { noOthers, type OtherSeries, seriesName, seriesOfOther } from './other-series.ts'
import { sessionColumns } from './session-columns.ts'
import type { GivenColumn, Program, ProgramFrame, Step, StepId } from './steps.ts'

export type Columns = (step: StepId) => Address

interface Frame {
  readonly given: (column: GivenColumn) => Address
  readonly rows: number
  /** Per chart candle: the row of this frame's last closed candle. Null for the chart itself. */
  readonly closed: Address | null
}

interface Series {
  readonly address: Address
  /** Rows before the first value. */
  readonly start: number
}

export const evaluate = (
  memory: KernelMemory,
  { frames, steps }: Program,
  candles: Candles,
  chart: Chart,
  others: OtherSeries = noOthers,
): Columns => {
  const fine = frames[0]?.interval ?? 'min'
  const framed = frames.map((frame) => {
    const terms = { ...frame, fine }
    if (frame.instrument === null) return ownFrame(memory, { candles, chart }, terms)
    return othersFrame(memory, seriesOfOther(others, frame.instrument), terms, candles.time)
  })
  const made: Series[] = []
  const seriesOf = (step: StepId): Series => {
    const series = made[step]
    if (series === undefined) throw new Error(`step ${step} is read before it is made`)
    return series
  }
  const frameOf = (step: Step): Frame => {
    const frame = framed[step.frame]
    if (frame === undefined) throw new Error(`there is no frame ${step.frame}`)
    return frame
  }

  for (const step of steps)
    made.push(run(memory, step, frameOf(step), seriesOf, (id) => frameOf(stepAt(steps, id))))
  return (step) => seriesOf(step).address
}

interface FrameTerms extends ProgramFrame {
  readonly fine: Interval
}

const ownFrame = (memory: KernelMemory, series: ChartSeries, terms: FrameTerms): Frame => {
  if (terms.interval === terms.fine) return { ...finestFrame(memory, series, terms.group), closed: null }
  return largerFrame(memory, toHigherTimeframe(series.candles, terms), terms.group)
}

/** A candle of the run's interval closes with the row that begins with it. */
const othersFrame = (
  memory: KernelMemory,
  series: ChartSeries,
  terms: FrameTerms,
  readers: Float64Array,
): Frame => {
  if (terms.interval !== terms.fine) {
    const prefix = `${seriesName(terms.instrument ?? '')}: `
    const larger = toOthersTimeframe(series.candles, readers, { ...terms, prefix })
    return largerFrame(memory, larger, terms.group)
  }
  const closed = memory.put(lastReadable(readers, series.candles.time))
  return { ...finestFrame(memory, series, terms.group), closed }
}

const finestFrame = (memory: KernelMemory, { candles, chart }: ChartSeries, group: SessionGroup) => {
  const sessions = createSessions(candles.time, group)
  const given = (column: GivenColumn) => {
    if (column === 'volume') return memory.put(candles.volume)
    return isSession(column) ? memory.put(sessions()[column]) : chart[column]
  }
  return { given, rows: candles.time.length }
}

const largerFrame = (
  memory: KernelMemory,
  { candles, closed }: HigherTimeframeCandles,
  group: SessionGroup,
): Frame => {
  const sessions = createSessions(candles.time, group)
  const given = (column: GivenColumn) => memory.put(isSession(column) ? sessions()[column] : candles[column])
  return { given, rows: candles.time.length, closed: memory.put(closed) }
}

type SessionColumn = 'sessionOpen' | 'sessionClose'

const isSession = (column: GivenColumn): column is SessionColumn =>
  column === 'sessionOpen' || column === 'sessionClose'

const createSessions = (time: Float64Array, group: SessionGroup) => {
  let made: Readonly<Record<SessionColumn, Float64Array>> | null = null
  return () => {
    if (made === null) {
      const { opens, closes } = sessionColumns(time, group)
      made = { sessionOpen: opens, sessionClose: closes }
    }
    return made
  }
}

const stepAt = (steps: readonly Step[], id: StepId): Step => {
  const step = steps[id]
  if (step === undefined) throw new Error(`there is no step ${id}`)
  return step
}

const run = (
  memory: KernelMemory,
  step: Step,
  { given, rows }: Frame,
  seriesOf: (step: StepId) => Series,
  frameOf: (step: StepId) => Frame,
): Series => {
  switch (step.kind) {
    case 'given':
      return { address: given(step.column), start: 0 }
    case 'column': {
      const inputs = step.inputs.map(seriesOf)
      const address = memory.column(rows)
      const from = inputs.reduce((latest, { start }) => Math.max(latest, start), 0)
      if (rows - from <= step.lead) {
        memory.call('constant', address, 0, rows, Number.NaN)
        return { address, start: rows }
      }
      memory.call('constant', address, 0, from, Number.NaN)
      const columns = inputs.map((input) => memory.skip(input.address, from))
      const { state } = memoryOf(step.kernel, step.numbers)
      const kept = state === 0 ? [] : [memory.column(state)]
      memory.call(
        step.kernel,
        ...columns,
        memory.skip(address, from),
        ...kept,
        0,
        rows - from,
        ...step.numbers,
      )
      // The start of traded volume depends on the data; every other lead is fixed.
      const isTraded = step.kernel === 'tradedVolume'
      return { address, start: isTraded ? memory.call('firstValid', address, rows) : from + step.lead }
    }
    case 'project': {
      const address = memory.column(rows)
      const { closed } = frameOf(step.source)
      if (closed === null) throw new Error('the chart is not projected onto itself')
      memory.call('project', seriesOf(step.source).address, closed, address, 0, rows)
      return { address, start: 0 }
    }
    case 'stand': {
      const address = memory.flags(rows)
      memory.call('stand', seriesOf(step.left).address, seriesOf(step.right).address, address, 0, rows)
      return { address, start: 0 }
    }
    case 'judge': {
      const address = memory.flags(rows)
      memory.call('judge', seriesOf(step.standings).address, address, 0, rows, step.now, step.before)
      return { address, start: 0 }
    }
    case 'join': {
      const address = memory.flags(rows)
      memory.call(step.kernel, seriesOf(step.left).address, seriesOf(step.right).address, address, 0, rows)
      return { address, start: 0 }
    }
    default:
      return step satisfies never
  }
}
