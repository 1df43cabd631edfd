import { describe, expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'
import type { InstrumentId } from '../../src/domain/instrument.ts'
import type { IstDate } from '../../src/domain/time.ts'
import type { Trial, Trials } from '../../src/domain/trials.ts'
import type { LuckTest } from '../../src/domain/trust/luck.ts'
import { luckTestMachine, type TestedLuck } from '../../src/machines/luck-test.ts'
import { trialsMachine } from '../../src/machines/trials.ts'

const nifty = 'INDICES_NIFTY 50' as InstrumentId
const tcs = 'NSE_TCS' as InstrumentId

const luckOf = (seed: number): LuckTest => ({
  seed,
  draws: 1000,
  finalPnl: 1,
  maxDraw: 0,
  randomPnl: null,
  percentile: { value: 50, reason: null },
  chance: { value: 0.5, reason: null },
  shuffledDraw: null,
  cuts: 3,
  lookAheads: [],
})

const settled = () => new Promise<void>((resolve) => setTimeout(resolve))

describe(luckTestMachine.id, () => {
  const start = () => {
    const asked: { readonly answer: (luck: TestedLuck) => void; readonly fail: (error: Error) => void }[] = []
    const signals: AbortSignal[] = []
    const luck = createActor(
      luckTestMachine.provide({
        actors: {
          test: fromPromise(({ signal }) => {
            signals.push(signal)
            return new Promise<TestedLuck>((answer, fail) => asked.push({ answer, fail }))
          }),
        },
      }),
    )
    luck.start()
    return { luck, asked, signals }
  }

  test('keeps the answer of each symbol until another run is on screen', async () => {
    const { luck, asked } = start()
    luck.send({ type: 'luck.run', instrument: nifty })
    asked[0]?.answer({ instrument: nifty, result: luckOf(1) })
    await settled()
    luck.send({ type: 'luck.run', instrument: tcs })
    asked[1]?.answer({ instrument: tcs, result: luckOf(2) })
    await settled()
    expect(luck.getSnapshot().context.results).toEqual({ [nifty]: luckOf(1), [tcs]: luckOf(2) })
    luck.send({ type: 'luck.clear' })
    expect(luck.getSnapshot().context).toEqual({ instrument: null, results: {}, message: null })
  })

  test('cancelling ends the work at once', () => {
    const { luck, signals } = start()
    luck.send({ type: 'luck.run', instrument: nifty })
    expect([luck.getSnapshot().value, signals[0]?.aborted]).toEqual(['testing', false])
    luck.send({ type: 'luck.cancel' })
    expect([luck.getSnapshot().value, signals[0]?.aborted]).toEqual(['idle', true])
  })

  test('a newer request replaces the one that is going on', async () => {
    const { luck, asked, signals } = start()
    luck.send({ type: 'luck.run', instrument: nifty })
    luck.send({ type: 'luck.run', instrument: tcs })
    expect(signals[0]?.aborted).toEqual(true)
    asked[0]?.answer({ instrument: nifty, result: luckOf(1) })
    asked[1]?.answer({ instrument: tcs, result: luckOf(2) })
    await settled()
    expect(luck.getSnapshot().context.results).toEqual({ [tcs]: luckOf(2) })
  })

  test('says why it failed, and tries again', async () => {
    const { luck, asked } = start()
    luck.send({ type: 'luck.run', instrument: nifty })
    asked[0]?.fail(new Error('candles: there are none'))
    await settled()
    expect([luck.getSnapshot().value, luck.getSnapshot().context.message]).toEqual([
      'failed',
      'candles: there are none',
    ])
    luck.send({ type: 'luck.run', instrument: nifty })
    expect(luck.getSnapshot().context.message).toEqual(null)
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
