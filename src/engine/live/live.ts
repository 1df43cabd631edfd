import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import { EngineError } from '../failure.ts'
import { type DaySession, noSession, sessionAt } from '../program/session-columns.ts'
import type { Program, StepId } from '../program/steps.ts'
import { createIntake, type Taken } from './intake.ts'
import type { Candle } from './live-frames.ts'
import type { LiveHost } from './live-host.ts'
import { layoutOf } from './live-layout.ts'
import { createRunner } from './live-runner.ts'
import { readSnapshot, type Snapshot, writeSnapshot } from './live-snapshot.ts'

/** Each step's value equals, bit for bit, that row of `evaluate` over these candles or any longer series. */
export interface Evaluator {
  /** Takes the next closed chart candle. An invalid one throws EngineError `refused` and changes nothing. */
  push(candle: Candle): void
  /** Takes the next closed candle of another instrument, before the row that begins with it or later. */
  pushOther(instrument: InstrumentId, candle: Candle): void
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
  const program: Program = { frames: [...compiled.frames], steps: [...compiled.steps] }
  const { frames } = program
  const layout = layoutOf(program)
  const room = { address: host.reserve(layout.bytes), bytes: layout.bytes }
  const runner = createRunner(host, program, layout, room.address)
  const intake = createIntake(program)
  const groups = frames.map(({ group }, frame) => (hasSessions(program, frame) ? group : null))
  let state = intake.empty
  let sessions: readonly DaySession[] = frames.map(() => noSession)
  const closed = new Error('the evaluator is closed')
  let stopped: Error | null = null

  const advance = (frame: number, candle: Candle): void => {
    const session = sessions[frame] ?? noSession
    const group = groups[frame] ?? null
    const next = group === null ? session : sessionAt(session, candle.time, group)
    if (next !== session) sessions = sessions.with(frame, next)
    runner.advance(frame, candle, next)
  }

  const run = (taken: Taken): void => {
    state = taken.state
    try {
      for (const { frame, candle } of taken.closed) advance(frame, candle)
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error
      stopped = new EngineError({ kind: 'trapped', reason: error.message }, { cause: error })
      throw stopped
    }
  }

  return {
    push(candle) {
      if (stopped !== null) throw stopped
      run(intake.take(state, candle, runner.rows(0)))
    },
    pushOther(instrument, candle) {
      if (stopped !== null) throw stopped
      run(intake.takeOther(state, instrument, candle))
    },
    value: runner.value,
    isTrue: runner.isTrue,
    rows: () => runner.rows(0),
    lastAt: () => (runner.rows(0) === 0 ? null : (state.befores[0] ?? null)),
    snapshot() {
      if (stopped !== null) throw stopped
      return writeSnapshot(program, { ...state, sessions, ...runner.save() })
    },
    restore(snapshot) {
      if (stopped === closed) throw closed
      const saved = readSnapshot(program, layout, snapshot)
      runner.load(saved)
      state = { befores: saved.befores, folds: saved.folds }
      sessions = saved.sessions
      stopped = null
    },
    close() {
      if (stopped === closed) return
      stopped = closed
      host.release(room)
    },
  }
}

const hasSessions = ({ steps }: Program, of: number): boolean =>
  steps.some((step) => step.frame === of && step.kind === 'given' && step.column.startsWith('session'))
