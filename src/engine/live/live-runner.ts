import type { Address } from '../kernel-host.ts'
import { type KernelName, startsAnywhere } from '../program/kernels.ts'
import type { DaySession } from '../program/session-columns.ts'
import type { Program, Step, StepId } from '../program/steps.ts'
import type { Candle } from './live-frames.ts'
import type { LiveHost } from './live-host.ts'
import { type Cell, isFlags, type Layout, SPAN } from './live-layout.ts'

export interface RunnerState {
  readonly rows: Float64Array
  /** First row that each step's kernel runs on; infinite until its inputs have begun. */
  readonly froms: Float64Array
  /** First row on which each step has a value; infinite until it is known. */
  readonly starts: Float64Array
  readonly memory: Float64Array
}

export interface Runner {
  advance(frame: number, candle: Candle, session: DaySession): void
  value(step: StepId): number
  isTrue(step: StepId): boolean
  rows(frame: number): number
  save(): RunnerState
  load(state: RunnerState): void
}

const NUMBER_BYTES = 8

interface Task {
  readonly bind: () => void
  readonly run: (row: number, candle: Candle, session: DaySession) => void
}

export const createRunner = (
  host: LiveHost,
  { frames, steps }: Program,
  { cells, bytes }: Layout,
  room: Address,
): Runner => {
  const rows = new Float64Array(frames.length)
  const froms = new Float64Array(steps.length).fill(Number.POSITIVE_INFINITY)
  const starts = Float64Array.from(steps, ({ kind }) => (kind === 'column' ? Number.POSITIVE_INFINITY : 0))
  /** Address of row 0 of each column; may wrap around, so that rows are counted from the series' first. */
  const bases = new Int32Array(steps.length)

  const cellOf = (id: StepId): Cell => {
    const cell = cells[id]
    if (cell === undefined) throw new Error(`there is no step ${id}`)
    return cell
  }
  const base = (id: StepId): Address => bases[id] ?? 0
  const numberAt = (id: StepId, row: number): number => ((base(id) + row * NUMBER_BYTES) | 0) / NUMBER_BYTES
  const write = (id: StepId, row: number, value: number): void => {
    host.numbers()[numberAt(id, row)] = value
  }
  const read = (id: StepId, row: number): number => host.numbers()[numberAt(id, row)] ?? Number.NaN

  const calling = (
    kernel: KernelName,
    columns: readonly StepId[],
    rest: { readonly state: number | null; readonly numbers: readonly number[] },
  ) => {
    const call = host.kernels[kernel]
    const kept = rest.state === null ? [] : [room + rest.state]
    const index = columns.length + kept.length
    const values = [...columns.map(() => 0), ...kept, 0, 0, ...rest.numbers]
    return {
      bind(from: number): void {
        for (const [column, id] of columns.entries())
          values[column] = (base(id) + from * cellOf(id).width) | 0
      },
      run(row: number): void {
        values[index] = row
        values[index + 1] = row + 1
        call(...values)
      },
    }
  }

  const column = (step: Extract<Step, { kind: 'column' }>, id: StepId): Task => {
    const { kernel, inputs, numbers, lead } = step
    const call = calling(kernel, [...inputs, id], { state: cellOf(id).state, numbers })
    let from = Number.POSITIVE_INFINITY
    let first = 0
    const bind = () => {
      from = froms[id] ?? from
      first = from | 0
      if (from !== Number.POSITIVE_INFINITY) call.bind(first)
    }
    const begin = () => {
      froms[id] = inputs.reduce((latest, input) => Math.max(latest, starts[input] ?? 0), 0)
      if (!startsAnywhere(kernel)) starts[id] = (froms[id] ?? 0) + lead
      bind()
    }
    const run = (row: number) => {
      if (from === Number.POSITIVE_INFINITY) begin()
      if (row < from) {
        write(id, row, Number.NaN)
        return
      }
      call.run(row - first)
      if (starts[id] === Number.POSITIVE_INFINITY && !Number.isNaN(read(id, row))) starts[id] = row
    }
    return { bind, run }
  }

  const flags = (kernel: KernelName, columns: readonly StepId[], numbers: readonly number[] = []): Task => {
    const call = calling(kernel, columns, { state: null, numbers })
    return { bind: () => call.bind(0), run: call.run }
  }

  const nothing = () => {}

  const taskOf = (step: Step, id: StepId): Task => {
    switch (step.kind) {
      case 'given': {
        const { column: name } = step
        if (name === 'sessionOpen') return { bind: nothing, run: (row, _, { open }) => write(id, row, open) }
        if (name === 'sessionClose')
          return { bind: nothing, run: (row, _, { close }) => write(id, row, close) }
        return { bind: nothing, run: (row, candle) => write(id, row, candle[name]) }
      }
      case 'column':
        return column(step, id)
      case 'project': {
        const frame = steps[step.source]?.frame ?? 0
        const seen = () => {
          const last = (rows[frame] ?? 0) - 1
          return last < 0 ? Number.NaN : read(step.source, last)
        }
        return { bind: nothing, run: (row) => write(id, row, seen()) }
      }
      case 'stand':
        return flags('stand', [step.left, step.right, id])
      case 'judge':
        return flags('judge', [step.standings, id], [step.now, step.before])
      case 'join':
        return flags(step.kernel, [step.left, step.right, id])
      default:
        return step satisfies never
    }
  }

  const tasks = steps.map(taskOf)
  const framed = frames.map((_, frame) =>
    steps.flatMap((step, id) => {
      const task = tasks[id]
      return step.frame === frame && task !== undefined ? [{ id, ...task }] : []
    }),
  )

  const bind = (frame: number, slid: number): void => {
    const own = framed[frame] ?? []
    for (const { id } of own) {
      const { column: index, reach, width } = cellOf(id)
      bases[id] = (room + index + (reach - slid) * width) | 0
    }
    for (const task of own) task.bind()
  }

  const slide = (frame: number): void => {
    for (const { id } of framed[frame] ?? []) {
      const { column: index, reach, width } = cellOf(id)
      const first = room + index
      host.flags().copyWithin(first, first + SPAN * width, first + (SPAN + reach) * width)
    }
    bind(frame, rows[frame] ?? 0)
  }

  for (const frame of frames.keys()) bind(frame, 0)

  const lastRow = (): number => (rows[0] ?? 0) - 1
  const own = () => host.numbers().subarray(room / NUMBER_BYTES, (room + bytes) / NUMBER_BYTES)

  return {
    advance(frame, candle, session) {
      // An integer: a row loaded as a float would make floats of every argument of every kernel.
      const row = (rows[frame] ?? 0) | 0
      if (row > 0 && row % SPAN === 0) slide(frame)
      for (const task of framed[frame] ?? []) task.run(row, candle, session)
      rows[frame] = row + 1
    },
    value(step) {
      if (isFlags(stepAt(steps, step))) throw new Error(`step ${step} is a condition`)
      return lastRow() < 0 ? Number.NaN : read(step, lastRow())
    },
    isTrue(step) {
      if (!isFlags(stepAt(steps, step))) throw new Error(`step ${step} is no condition`)
      return lastRow() >= 0 && host.flags()[(base(step) + lastRow()) | 0] === 1
    },
    rows: (frame) => rows[frame] ?? 0,
    save: () => ({ rows: rows.slice(), froms: froms.slice(), starts: starts.slice(), memory: own().slice() }),
    load(state) {
      rows.set(state.rows)
      froms.set(state.froms)
      starts.set(state.starts)
      own().set(state.memory)
      for (const frame of frames.keys()) bind(frame, slidOf(rows[frame] ?? 0))
    },
  }
}

const stepAt = (steps: readonly Step[], id: StepId): Step => {
  const step = steps[id]
  if (step === undefined) throw new Error(`there is no step ${id}`)
  return step
}

/** Rows that columns have dropped after `rows` rows: a slide happens only with the row that needs it. */
const slidOf = (rows: number): number => (rows === 0 ? 0 : Math.floor((rows - 1) / SPAN) * SPAN)
