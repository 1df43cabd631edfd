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
import { type KernelMemory as Keeps, memoryOf, startsAnywhere } from './kernels.ts'
import { noOthers, type OtherSeries, seriesName, seriesOfOther } from './other-series.ts'
import { allRows, firstRowOf, type RecentRows } from './recent-rows.ts'
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

/** Fills each column on the rows that `recent` asks for, with the same bits as in a run over all rows. */
export const evaluate = (
  memory: KernelMemory,
  { frames, steps }: Program,
  candles: Candles,
  chart: Chart,
  others: OtherSeries = noOthers,
  recent: RecentRows = allRows,
): Columns => {
  const fine = frames[0]?.interval ?? 'min'
  const framed = frames.map((frame) => {
    const terms = { ...frame, fine }
    if (frame.instrument === null) return ownFrame(memory, { candles, chart }, terms)
    return othersFrame(memory, seriesOfOther(others, frame.instrument), terms, candles.time)
  })
  const made: Series[] = []
  const frameOf = (step: Step): Frame => {
    const frame = framed[step.frame]
    if (frame === undefined) throw new Error(`there is no frame ${step.frame}`)
    return frame
  }
  const run: Run = {
    memory,
    frameOf,
    seriesOf(step) {
      const series = made[step]
      if (series === undefined) throw new Error(`step ${step} is read before it is made`)
      return series
    },
    frameOfSource: (source) => frameOf(stepAt(steps, source)),
  }
  for (let id = 0; id < steps.length; id++) made.push(make(run, stepAt(steps, id), firstRowOf(recent, id)))
  return (step) => run.seriesOf(step).address
}

interface Run {
  readonly memory: KernelMemory
  readonly frameOf: (step: Step) => Frame
  readonly seriesOf: (step: StepId) => Series
  readonly frameOfSource: (source: StepId) => Frame
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

/** Where a kernel begins, for its value at `row` to be what it is in a run over all rows. */
const beginAt = (row: number, { state, block }: Keeps): number => {
  if (block > 0) return row < block - 1 ? 0 : row - ((row + 1) % block)
  return state === 0 ? Math.max(0, row) : 0
}

const make = (run: Run, step: Step, first: number): Series => {
  const { memory, seriesOf } = run
  const { given, rows } = run.frameOf(step)
  switch (step.kind) {
    case 'given':
      return { address: given(step.column), start: 0 }
    case 'column':
      return makeColumn(run, step, { first, rows })
    case 'project': {
      const address = memory.column(rows)
      const { closed } = run.frameOfSource(step.source)
      if (closed === null) throw new Error('the chart is not projected onto itself')
      memory.call('project', seriesOf(step.source).address, closed, address, first, rows)
      return { address, start: 0 }
    }
    case 'stand': {
      const address = memory.flags(rows)
      memory.call('stand', seriesOf(step.left).address, seriesOf(step.right).address, address, first, rows)
      return { address, start: 0 }
    }
    case 'judge': {
      const { now, before } = step
      const address = memory.flags(rows)
      memory.call('judge', seriesOf(step.standings).address, address, first, rows, now, before)
      return { address, start: 0 }
    }
    case 'join': {
      const { left, right } = step
      const address = memory.flags(rows)
      memory.call(step.kernel, seriesOf(left).address, seriesOf(right).address, address, first, rows)
      return { address, start: 0 }
    }
    default:
      return step satisfies never
  }
}

const makeColumn = (
  { memory, seriesOf }: Run,
  { inputs, kernel, numbers, lead }: Extract<Step, { kind: 'column' }>,
  { first, rows }: { readonly first: number; readonly rows: number },
): Series => {
  const address = memory.column(rows)
  let from = 0
  for (const input of inputs) from = Math.max(from, seriesOf(input).start)
  if (rows - from <= lead) {
    memory.call('constant', address, 0, rows, Number.NaN)
    return { address, start: rows }
  }
  if (from > 0) memory.call('constant', address, 0, from, Number.NaN)
  const keeps = memoryOf(kernel, numbers)
  const parameters: number[] = []
  for (const input of inputs) parameters.push(memory.skip(seriesOf(input).address, from))
  parameters.push(memory.skip(address, from))
  if (keeps.state > 0) parameters.push(memory.column(keeps.state))
  parameters.push(beginAt(first - from, keeps), rows - from)
  for (const number of numbers) parameters.push(number)
  memory.call(kernel, ...parameters)
  return { address, start: startsAnywhere(kernel) ? memory.call('firstValid', address, rows) : from + lead }
}
