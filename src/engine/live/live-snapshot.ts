import { refusal } from '../failure.ts'
import { othersOf } from '../program/frames.ts'
import type { DaySession } from '../program/session-columns.ts'
import type { Program } from '../program/steps.ts'
import type { IntakeState } from './intake.ts'
import { type Fold, foldNumbers } from './live-frames.ts'
import type { Layout } from './live-layout.ts'
import type { RunnerState } from './live-runner.ts'

/** Stored as bytes, since JSON has no NaN. */
export type Snapshot = Float64Array<ArrayBuffer>

export interface EvaluatorState extends RunnerState, IntakeState {
  readonly sessions: readonly DaySession[]
}

/** Raise it with every change of a kernel's state or of the layout. */
const VERSION = 3
/** Version, checksum of the program, checksum of the rest. */
const HEADER = 3

export const writeSnapshot = (program: Program, state: EvaluatorState): Snapshot => {
  const numbers = Float64Array.from([
    ...[VERSION, sumOfProgram(program), 0],
    ...state.befores,
    ...state.folds.flatMap((fold) => foldNumbers.map((name) => fold[name])),
    ...state.sessions.flatMap(({ day, open, close }) => [day, open, close]),
    ...state.rows,
    ...state.froms,
    ...state.starts,
  ])
  const snapshot = new Float64Array(numbers.length + state.memory.length)
  snapshot.set(numbers)
  snapshot.set(state.memory, numbers.length)
  snapshot[2] = sumOf(new Uint8Array(snapshot.buffer, HEADER * snapshot.BYTES_PER_ELEMENT))
  return snapshot
}

/** Throws EngineError `refused` with the reason when the state cannot be resumed. */
export const readSnapshot = (program: Program, { bytes }: Layout, snapshot: Snapshot): EvaluatorState => {
  if (!(snapshot instanceof Float64Array)) throw refusal('the snapshot is no column of numbers')
  const { frames, steps } = program
  const width = snapshot.BYTES_PER_ELEMENT
  const larger = frames.length - 1
  const series = 1 + othersOf(program).length
  const length =
    HEADER + series + foldNumbers.length * larger + 4 * frames.length + 2 * steps.length + bytes / width
  const [version, sum, checksum] = snapshot
  if (version !== VERSION) throw refusal(`the snapshot is of version ${version}, this is ${VERSION}`)
  if (sum !== sumOfProgram(program)) throw refusal('the snapshot is of other conditions')
  if (snapshot.length !== length)
    throw refusal(`the snapshot holds ${snapshot.length} numbers, these conditions take ${length}`)
  const rest = new Uint8Array(
    snapshot.buffer,
    snapshot.byteOffset + HEADER * width,
    (length - HEADER) * width,
  )
  if (checksum !== sumOf(rest)) throw refusal('the snapshot is damaged: its numbers do not add up')

  let offset = HEADER
  const take = (count: number): Float64Array => {
    offset += count
    return snapshot.slice(offset - count, offset)
  }
  return {
    befores: [...take(series)],
    folds: Array.from({ length: larger }, () => foldFrom(take(foldNumbers.length))),
    sessions: frames.map(() => sessionFrom(take(3))),
    rows: take(frames.length),
    froms: take(steps.length),
    starts: take(steps.length),
    memory: take(bytes / width),
  }
}

const foldFrom = (numbers: Float64Array): Fold => {
  const at = (name: (typeof foldNumbers)[number]) => numbers[foldNumbers.indexOf(name)] ?? Number.NaN
  return {
    day: at('day'),
    sessionClose: at('sessionClose'),
    end: at('end'),
    isClosed: at('isClosed'),
    time: at('time'),
    open: at('open'),
    high: at('high'),
    low: at('low'),
    close: at('close'),
    volume: at('volume'),
  }
}

const sessionFrom = ([day = Number.NaN, open = 0, close = 0]: Float64Array): DaySession => ({
  day,
  open,
  close,
})

const sums = new WeakMap<Program, number>()

/** An evaluator's program does not change, and is restored at every price that is tried. */
const sumOfProgram = (program: Program): number => {
  const sum = sums.get(program) ?? sumOf(new TextEncoder().encode(JSON.stringify(program)))
  sums.set(program, sum)
  return sum
}

/** FNV-1a of 32 bits (Fowler, Noll, Vo). */
const sumOf = (bytes: Uint8Array): number => {
  let sum = 0x811c9dc5
  for (const byte of bytes) sum = Math.imul(sum ^ byte, 0x01000193)
  return sum >>> 0
}
