import { faultOf } from './chart.ts'
import { EngineError, refusal } from './failure.ts'
import { type Candle, createFolder, type Fold, type Folded, noFold } from './live-frames.ts'
import type { LiveHost } from './live-host.ts'
import { layoutOf } from './live-layout.ts'
import { createRunner } from './live-runner.ts'
import { readSnapshot, type Snapshot, writeSnapshot } from './live-snapshot.ts'
import { type DaySession, noSession, sessionAt } from './session-columns.ts'
import type { Program, StepId } from './steps.ts'

/**
 * A program that is run candle by candle. After each candle every step holds, to the bit, what `evaluate` over all
 * candles up to it gives on its last row, and what it gives there over any longer series.
 */
export interface Evaluator {
  /** Takes in the next closed candle of the chart. Throws EngineError `refused` for one that is none, and is as before. */
  push(candle: Candle): void
  /** The number of a step at the last candle; NaN where it has none. */
  value(step: StepId): number
  /** Whether a condition holds at the last candle. */
  isTrue(step: StepId): boolean
  /** Candles taken in. */
  rows(): number
  /** Start of the last candle, or null before the first. */
  lastAt(): number | null
  /** All there is to go on from here, as numbers that may be stored. */
  snapshot(): Snapshot
  /** Goes on from a snapshot of the same program. Throws EngineError `refused` for any other, and is as before. */
  restore(snapshot: Snapshot): void
  /** Gives its memory back; it must not be used any more. */
  close(): void
}

/** Runs a program on candles as they close. What it holds does not grow with them. */
export const createEvaluator = (host: LiveHost, compiled: Program): Evaluator => {
  // A compiler may go on to add steps, which this run does not have.
  const program: Program = { ...compiled, frames: [...compiled.frames], steps: [...compiled.steps] }
  const { frames, group } = program
  const [fine = 'min'] = frames
  const layout = layoutOf(program)
  const room = { address: host.reserve(layout.bytes), bytes: layout.bytes }
  const runner = createRunner(host, program, layout, room.address)
  const folders = frames.slice(1).map((interval) => createFolder(interval, fine, group))
  const hasSessions = frames.map((_, frame) =>
    program.steps.some(
      (step) => step.frame === frame && step.kind === 'given' && step.column.startsWith('session'),
    ),
  )
  let folds: readonly Fold[] = folders.map(() => noFold)
  let sessions: readonly DaySession[] = frames.map(() => noSession)
  let before = Number.NEGATIVE_INFINITY
  const closed = new Error('the evaluator is closed')
  let stopped: Error | null = null

  const advance = (frame: number, candle: Candle): void => {
    const session = sessions[frame] ?? noSession
    const next = hasSessions[frame] === true ? sessionAt(session, candle.time, group) : session
    if (next !== session) sessions = sessions.with(frame, next)
    runner.advance(frame, candle, next)
  }

  const run = (candle: Candle, folded: readonly Folded[]): void => {
    try {
      for (const [place, { closed: candles }] of folded.entries())
        for (const larger of candles) advance(place + 1, larger)
      advance(0, candle)
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error
      stopped = new EngineError({ kind: 'trapped', reason: error.message }, { cause: error })
      throw stopped
    }
  }

  return {
    push(candle) {
      if (stopped !== null) throw stopped
      if (!isCandle(candle, before))
        throw refusal(`candles: row ${runner.rows(0)} ${faultOf(candle, before)}`)
      const folded = folders.map((fold, place) => fold(folds[place] ?? noFold, candle))
      if (folded.length > 0) folds = folded.map(({ fold }) => fold)
      before = candle.time
      run(candle, folded)
    },
    value: runner.value,
    isTrue: runner.isTrue,
    rows: () => runner.rows(0),
    lastAt: () => (runner.rows(0) === 0 ? null : before),
    snapshot() {
      if (stopped !== null) throw stopped
      return writeSnapshot(program, { before, folds, sessions, ...runner.save() })
    },
    restore(snapshot) {
      if (stopped === closed) throw closed
      const saved = readSnapshot(program, layout, snapshot)
      runner.load(saved)
      folds = saved.folds
      sessions = saved.sessions
      before = saved.before
      stopped = null
    },
    close() {
      if (stopped === closed) return
      stopped = closed
      host.release(room)
    },
  }
}

/** As `firstFault` in assembly/candles.ts has it. */
const isCandle = ({ time, open, high, low, close }: Candle, before: number): boolean =>
  time > before && high >= low && Number.isFinite(time) && Number.isFinite(open + high + low + close)
