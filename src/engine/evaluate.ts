import type { SessionGroup } from '../domain/calendar.ts'
import type { Candles } from '../domain/candle.ts'
import type { Chart } from './chart.ts'
import { coarsen } from './coarse.ts'
import type { Address, Desk } from './host.ts'
import { memoryOf } from './kernels.ts'
import { sessionColumns } from './session-columns.ts'
import type { GivenColumn, Program, Step, StepId } from './steps.ts'

/** Where the column of a step of a program that has run begins. */
export type Columns = (step: StepId) => Address

interface Frame {
  readonly given: (column: GivenColumn) => Address
  readonly rows: number
  /** Where the last closed candle of this frame stands for each candle of the chart; null for the chart itself. */
  readonly closed: Address | null
}

interface Series {
  readonly address: Address
  /** Rows before the first value. */
  readonly start: number
}

/** Runs every step over the candles, whose columns are in `chart` already. */
export const evaluate = (
  desk: Desk,
  { frames, steps, group }: Program,
  candles: Candles,
  chart: Chart,
): Columns => {
  const rows = candles.time.length
  const framed = frames.map((interval, place): Frame => {
    if (place === 0) {
      const sessions = createSessions(candles.time, group)
      const given = (column: GivenColumn) => {
        if (column === 'volume') return desk.put(candles.volume)
        return isSession(column) ? desk.put(sessions()[column]) : chart[column]
      }
      return { given, rows, closed: null }
    }
    const coarse = coarsen(candles, { interval, fine: frames[0] ?? interval, group })
    const sessions = createSessions(coarse.candles.time, group)
    const given = (column: GivenColumn) =>
      desk.put(isSession(column) ? sessions()[column] : coarse.candles[column])
    return { given, rows: coarse.candles.time.length, closed: desk.put(coarse.closed) }
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
    made.push(run(desk, step, frameOf(step), seriesOf, (id) => frameOf(stepAt(steps, id))))
  return (step) => seriesOf(step).address
}

type SessionColumn = 'sessionOpen' | 'sessionClose'

const isSession = (column: GivenColumn): column is SessionColumn =>
  column === 'sessionOpen' || column === 'sessionClose'

/** The calendar is asked when something needs it. */
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
  desk: Desk,
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
      const address = desk.column(rows)
      const from = inputs.reduce((latest, { start }) => Math.max(latest, start), 0)
      if (rows - from <= step.lead) {
        desk.call('constant', address, 0, rows, Number.NaN)
        return { address, start: rows }
      }
      desk.call('constant', address, 0, from, Number.NaN)
      const columns = inputs.map((input) => desk.skip(input.address, from))
      const { state } = memoryOf(step.kernel, step.numbers)
      const kept = state === 0 ? [] : [desk.column(state)]
      desk.call(step.kernel, ...columns, desk.skip(address, from), ...kept, 0, rows - from, ...step.numbers)
      // Only traded volume begins where the data say; every other lead is known beforehand.
      const isTraded = step.kernel === 'tradedVolume'
      return { address, start: isTraded ? desk.call('firstValid', address, rows) : from + step.lead }
    }
    case 'project': {
      const address = desk.column(rows)
      const { closed } = frameOf(step.source)
      if (closed === null) throw new Error('the chart is not projected onto itself')
      desk.call('project', seriesOf(step.source).address, closed, address, 0, rows)
      return { address, start: 0 }
    }
    case 'stand': {
      const address = desk.flags(rows)
      desk.call('stand', seriesOf(step.left).address, seriesOf(step.right).address, address, 0, rows)
      return { address, start: 0 }
    }
    case 'judge': {
      const address = desk.flags(rows)
      desk.call('judge', seriesOf(step.standings).address, address, 0, rows, step.now, step.before)
      return { address, start: 0 }
    }
    case 'join': {
      const address = desk.flags(rows)
      desk.call(step.kernel, seriesOf(step.left).address, seriesOf(step.right).address, address, 0, rows)
      return { address, start: 0 }
    }
    default:
      return step satisfies never
  }
}
