import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { emptyCandles } from '../../../../src/domain/charts/candle.ts'
import type { InstrumentId } from '../../../../src/domain/instruments/instrument.ts'
import { logicsOf } from '../../../../src/domain/strategies/rules-of-strategy.ts'
import {
  PREVIEW_REFRESH_MS,
  type PreviewAsked,
  type RulePreview,
  rulePreviewMachine,
} from '../../../../src/machines/strategies/editor/rule-preview.ts'
import { rsiDip } from '../../../support/strategies.ts'

const NIFTY = 'INDICES_NIFTY 50' as InstrumentId
const TCS = 'NSE_TCS' as InstrumentId

const asking = (entryLogic: string, instrument = NIFTY): PreviewAsked => ({
  strategy: { ...rsiDip, entryLogic },
  instrument,
  row: null,
})

const answerTo = (asked: PreviewAsked): RulePreview => ({
  ...asked,
  source: 'simulated',
  days: 30,
  candles: emptyCandles(0),
  lines: [],
  isTrue: { times: 1, candles: 1 },
  candlesWithout: null,
  entry: [],
  exit: [],
  trades: [],
  notTraded: null,
})

const start = () => {
  const clock = new SimulatedClock()
  const running: { asked: PreviewAsked; answer: () => void; fail: (error: Error) => void }[] = []
  const preview = createActor(
    rulePreviewMachine.provide({
      actors: {
        compute: fromPromise(
          ({ input }) =>
            new Promise<RulePreview>((resolve, fail) => {
              running.push({ asked: input, answer: () => resolve(answerTo(input)), fail })
            }),
        ),
      },
    }),
    { clock },
  ).start()
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 6; turn++) await Promise.resolve()
  }
  return {
    preview,
    clock,
    running,
    show: (asked: PreviewAsked) => preview.send({ type: 'preview.show', asked }),
    async answer() {
      running.at(-1)?.answer()
      await settle()
    },
    async fail(reason: string) {
      running.at(-1)?.fail(new Error(reason))
      await settle()
    },
    asked: () => running.map(({ asked }) => logicsOf(asked.strategy, asked.instrument).entry),
    shown: () => {
      const { preview: now } = preview.getSnapshot().context
      return now === null ? null : logicsOf(now.strategy, now.instrument).entry
    },
    state: () => preview.getSnapshot().value,
    message: () => preview.getSnapshot().context.message,
  }
}

describe('the preview of a rule', () => {
  test('is of what was asked last; what was asked in between is passed over', async () => {
    const { show, answer, asked, shown, state } = start()
    for (const logic of ['rsi(14) < 1', 'rsi(14) < 2', 'rsi(14) < 3']) show(asking(logic))
    expect(asked()).toEqual(['rsi(14) < 1'])
    await answer()
    expect([asked(), shown()]).toEqual([['rsi(14) < 1', 'rsi(14) < 3'], 'rsi(14) < 1'])
    await answer()
    expect([shown(), state()]).toEqual(['rsi(14) < 3', 'shown'])
  })

  test('is computed again after a minute, when a candle may have closed', async () => {
    const { show, answer, asked, clock } = start()
    show(asking('rsi(14) < 30'))
    await answer()
    clock.increment(PREVIEW_REFRESH_MS - 1)
    expect(asked().length).toEqual(1)
    clock.increment(1)
    expect(asked().length).toEqual(2)
  })

  test('that fails says why, and keeps the one before only of the same instrument', async () => {
    const { preview, show, answer, fail, shown, state, message } = start()
    show(asking('rsi(14) < 30'))
    await answer()
    show(asking('rsi(14) < 20'))
    await fail('No candles')
    expect([state(), message(), shown()]).toEqual(['failed', 'No candles', 'rsi(14) < 30'])
    preview.send({ type: 'preview.retry' })
    await answer()
    expect([state(), message(), shown()]).toEqual(['shown', null, 'rsi(14) < 20'])
    show(asking('rsi(14) < 10', TCS))
    await fail('No candles')
    expect(shown()).toEqual(null)
  })

  test('goes with its screen and with the session', async () => {
    const { preview, show, answer, shown, state } = start()
    for (const type of ['preview.hide', 'session.ended'] as const) {
      show(asking('rsi(14) < 30'))
      await answer()
      preview.send({ type })
      expect([state(), shown()]).toEqual(['hidden', null])
    }
  })
})
