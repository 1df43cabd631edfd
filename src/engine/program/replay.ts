import type { Candles } from '../../domain/charts/candle.ts'
import type { Address, KernelCall, KernelMemory } from '../kernel-host.ts'
import type { Chart } from './chart.ts'
import { type Columns, evaluate } from './evaluate.ts'
import { noOthers } from './other-series.ts'
import type { RecentRows } from './recent-rows.ts'
import type { Program, Step } from './steps.ts'

interface Recorded {
  readonly rows: number
  readonly from: number
  readonly chart: Chart
  readonly calls: readonly KernelCall[]
  readonly columns: readonly Address[]
  readonly end: Address
}

const isReplayed = (step: Step): boolean =>
  step.kind === 'given'
    ? step.column !== 'sessionOpen' && step.column !== 'sessionClose'
    : step.kind !== 'project'

const canReplay = ({ frames, steps }: Program): boolean =>
  frames.length === 1 && frames[0]?.instrument === null && steps.every(isReplayed)

const isSameChart = (one: Chart, other: Chart): boolean =>
  one.time === other.time && one.close === other.close

/**
 * Evaluates a program on many series of as many candles: the calls of the first are made again for the others, where they
 * give the same results. Null where they could differ in another way.
 */
export const createReplay = (program: Program) => {
  if (!canReplay(program)) return null
  const volumes = program.steps.flatMap((step, id) =>
    step.kind === 'given' && step.column === 'volume' ? [id] : [],
  )
  let recorded: Recorded | null = null

  const record = (memory: KernelMemory, candles: Candles, chart: Chart, recent: RecentRows): Recorded => {
    const calls: KernelCall[] = []
    const recording: KernelMemory = {
      ...memory,
      call(kernel, ...numbers) {
        const result = memory.call(kernel, ...numbers)
        calls.push({ kernel, numbers, result })
        return result
      },
    }
    const columns = evaluate(recording, program, candles, chart, noOthers, recent)
    return {
      rows: candles.time.length,
      from: recent.from,
      chart,
      calls,
      columns: program.steps.map((_, id) => columns(id)),
      end: memory.flags(0),
    }
  }

  return (memory: KernelMemory, candles: Candles, chart: Chart, recent: RecentRows): Columns => {
    const { length } = candles.time
    const last = recorded
    if (last?.rows === length && last.from === recent.from && isSameChart(last.chart, chart)) {
      memory.flags(last.end - memory.flags(0))
      for (const id of volumes) memory.write(last.columns[id] ?? 0, candles.volume)
      if (memory.replay(last.calls)) return (step) => last.columns[step] ?? 0
      recorded = null
      return evaluate(memory, program, candles, chart, noOthers, recent)
    }
    const made = record(memory, candles, chart, recent)
    recorded = made
    return (step) => made.columns[step] ?? 0
  }
}
