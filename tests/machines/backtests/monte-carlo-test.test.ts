import { describe, expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'
import type { MonteCarloTest } from '../../../src/domain/backtests/robustness/monte-carlo.ts'
import type { Trial, Trials } from '../../../src/domain/backtests/trials.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import type { IstDate } from '../../../src/domain/time.ts'
import { monteCarloTestMachine, type TestedRun } from '../../../src/machines/backtests/monte-carlo-test.ts'
import { trialsMachine } from '../../../src/machines/backtests/trials.ts'

const nifty = 'INDICES_NIFTY 50' as InstrumentId
const tcs = 'NSE_TCS' as InstrumentId

const monteCarloOf = (seed: number): MonteCarloTest => ({
  seed,
  draws: 1000,
  finalPnl: 1,
  maxDraw: 0,
  randomPnl: null,
  percentile: { value: 50, reason: null },
  pValue: { value: 0.5, reason: null },
  shuffledDraw: null,
  cuts: 3,
  lookAheads: [],
})

const settled = () => new Promise<void>((resolve) => setTimeout(resolve))

describe(monteCarloTestMachine.id, () => {
  const start = () => {
    const asked: { readonly answer: (tested: TestedRun) => void; readonly fail: (error: Error) => void }[] =
      []
    const signals: AbortSignal[] = []
    const tested = createActor(
      monteCarloTestMachine.provide({
        actors: {
          test: fromPromise(({ signal }) => {
            signals.push(signal)
            return new Promise<TestedRun>((answer, fail) => asked.push({ answer, fail }))
          }),
        },
      }),
    )
    tested.start()
    return { tested, asked, signals }
  }

  test('keeps the answer of each symbol until another run is on screen', async () => {
    const { tested, asked } = start()
    tested.send({ type: 'monteCarlo.run', instrument: nifty })
    asked[0]?.answer({ instrument: nifty, result: monteCarloOf(1) })
    await settled()
    tested.send({ type: 'monteCarlo.run', instrument: tcs })
    asked[1]?.answer({ instrument: tcs, result: monteCarloOf(2) })
    await settled()
    expect(tested.getSnapshot().context.results).toEqual({ [nifty]: monteCarloOf(1), [tcs]: monteCarloOf(2) })
    tested.send({ type: 'monteCarlo.clear' })
    expect(tested.getSnapshot().context).toEqual({ instrument: null, results: {}, message: null })
  })

  test('cancelling ends the work at once', () => {
    const { tested, signals } = start()
    tested.send({ type: 'monteCarlo.run', instrument: nifty })
    expect([tested.getSnapshot().value, signals[0]?.aborted]).toEqual(['testing', false])
    tested.send({ type: 'monteCarlo.cancel' })
    expect([tested.getSnapshot().value, signals[0]?.aborted]).toEqual(['idle', true])
  })

  test('a newer request replaces the one that is going on', async () => {
    const { tested, asked, signals } = start()
    tested.send({ type: 'monteCarlo.run', instrument: nifty })
    tested.send({ type: 'monteCarlo.run', instrument: tcs })
    expect(signals[0]?.aborted).toEqual(true)
    asked[0]?.answer({ instrument: nifty, result: monteCarloOf(1) })
    asked[1]?.answer({ instrument: tcs, result: monteCarloOf(2) })
    await settled()
    expect(tested.getSnapshot().context.results).toEqual({ [tcs]: monteCarloOf(2) })
  })

  test('says why it failed, and tries again', async () => {
    const { tested, asked } = start()
    tested.send({ type: 'monteCarlo.run', instrument: nifty })
    asked[0]?.fail(new Error('candles: there are none'))
    await settled()
    expect([tested.getSnapshot().value, tested.getSnapshot().context.message]).toEqual([
      'failed',
      'candles: there are none',
    ])
    tested.send({ type: 'monteCarlo.run', instrument: nifty })
    expect(tested.getSnapshot().context.message).toEqual(null)
  })
})

describe(trialsMachine.id, () => {
  const trial: Trial = { set: 'a', from: '2024-04-01' as IstDate, to: '2024-06-28' as IstDate, sharpe: 0.1 }

  test('stores what is added, and not what another tab has stored', () => {
    const stored: Trials[] = []
    let fromOtherTab: (tried: Trials) => void = () => {}
    const trials = createActor(
      trialsMachine.provide({
        actors: {
          otherTabs: fromCallback(({ sendBack }) => {
            fromOtherTab = (tried) => sendBack({ type: 'trials.replace', tried })
          }),
        },
        actions: { store: (_, tried) => stored.push(tried) },
      }),
    )
    trials.start()
    trials.send({ type: 'trials.add', idea: 'one', trials: [trial] })
    fromOtherTab([{ idea: 'two', trials: [trial] }])
    expect(trials.getSnapshot().context.tried).toEqual([{ idea: 'two', trials: [trial] }])
    expect(stored).toEqual([[{ idea: 'one', trials: [trial] }]])
    trials.send({ type: 'session.ended' })
    expect(trials.getSnapshot().context.tried).toEqual([])
  })
})
