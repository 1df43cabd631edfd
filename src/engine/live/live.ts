import { EngineError, refusal } from '../failure.ts'
import { faultOf } from '../program/chart.ts'
import { type DaySession, noSession, sessionAt } from '../program/session-columns.ts'
import type { Program, StepId } from '../program/steps.ts'
import { type Candle, createFolder, type Fold, type Folded, noFold } from './live-frames.ts'
import type { LiveHost } from './live-host.ts'
import { layoutOf } from './live-layout.ts'
import { createRunner } from './live-runner.ts'
import { readSnapshot, type Snapshot, writeSnapshot } from './live-snapshot.ts'

/** Each step's value equals, bit for bit, that row of `evaluate` over these candles or any longer series. */
export interface Evaluator {
  /** Takes the next closed chart candle. An invalid one throws EngineError `refused` and changes nothing. */
  push(candle: Candle): void
  /** NaN where the step has no value at the last candle. */
  value(step: StepId): number
  isTrue(step: StepId): boolean
  rows(): number
  lastAt(): number | null
  snapshot(): Snapshot
  /** Throws EngineError `refused` and changes nothing for a snapshot of another program. */
  restore(snapshot: Snapshot): void
  close(): void
}

/** Memory does not grow with the number of candles. */
export const createEvaluator = (host: LiveHost, compiled: Program): Evaluator => {
  // A copy, since the compiler may go on adding steps.
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
      for (const [index, { closed: candles }] of folded.entries())
        for (const larger of candles) advance(index + 1, larger)
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
      const folded = folders.map((fold, index) => fold(folds[index] ?? noFold, candle))
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

/** The same rule as `firstFault` in assembly/candles.ts. */
const isCandle = ({ time, open, high, low, close }: Candle, before: number): boolean =>
  time > before && high >= low && Number.isFinite(time) && Number.isFinite(open + high + low + close)
