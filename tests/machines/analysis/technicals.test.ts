import { describe, expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'
import { ApiError } from '../../../src/contract/api-error.ts'
import type { IntervalSummary } from '../../../src/domain/analysis/interval-summary.ts'
import { type Interval, intervals } from '../../../src/domain/charts/interval.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import type { IstDate } from '../../../src/domain/time.ts'
import { technicalsMachine } from '../../../src/machines/analysis/technicals.ts'

const NIFTY = 'INDICES_NIFTY 50' as InstrumentId
const INFY = 'NSE_INFY' as InstrumentId

const settle = async () => {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve()
}

const skipped = (candles: number): IntervalSummary => ({
  kind: 'skipped',
  because: 'tooFewCandles',
  candles,
  to: '2026-11-25' as IstDate,
})

const start = () => {
  const asked: {
    instrument: string
    interval: Interval
    signal: AbortSignal
    answer: (row: IntervalSummary) => void
    fail: (reason: string) => void
  }[] = []
  let close: (closed: readonly Interval[]) => void = () => {}
  let see: (type: 'page.shown' | 'page.hidden') => void = () => {}
  const told: string[] = []
  const actor = createActor(
    technicalsMachine.provide({
      actors: {
        summarise: fromPromise(
          ({ input, signal }) =>
            new Promise<IntervalSummary>((answer, reject) => {
              asked.push({ ...input, signal, answer, fail: (reason) => reject(new Error(reason)) })
            }),
        ),
        candleCloses: fromCallback(({ sendBack }) => {
          close = (closed) => sendBack({ type: 'candles.closed', intervals: closed })
        }),
        pageVisibility: fromCallback(({ sendBack }) => {
          see = (type) => sendBack({ type })
        }),
      },
    }),
  )
  actor.on('notice', ({ notice }) => told.push(notice.text))
  actor.start()
  return {
    actor,
    asked,
    told,
    close: (...closed: Interval[]) => close(closed),
    see: (type: 'page.shown' | 'page.hidden') => see(type),
    async answerAll() {
      while (actor.getSnapshot().context.queue.length > 0) {
        asked.at(-1)?.answer(skipped(3))
        await settle()
      }
    },
    rows: () => actor.getSnapshot().context.rows,
  }
}

describe('the technical summary', () => {
  test('is made for all intervals, one after the other, finest first', async () => {
    const { actor, asked, answerAll, rows } = start()
    actor.send({ type: 'technicals.watch', instrument: NIFTY })
    expect(asked.map(({ interval }) => interval)).toEqual(['min'])
    await answerAll()
    expect(asked.map(({ interval }) => interval)).toEqual([...intervals])
    expect(Object.keys(rows())).toEqual([...intervals])
  })

  test('is made again for what has closed, once however often it is asked', async () => {
    const { actor, asked, answerAll, close } = start()
    actor.send({ type: 'technicals.watch', instrument: NIFTY })
    await answerAll()
    close('min', '5min')
    close('min')
    actor.send({ type: 'technicals.again', interval: '5min' })
    await answerAll()
    expect(asked.slice(12).map(({ interval }) => interval)).toEqual(['min', '5min'])
  })

  test('of another instrument starts anew; of the same one keeps its rows', async () => {
    const { actor, asked, answerAll, rows } = start()
    actor.send({ type: 'technicals.watch', instrument: NIFTY })
    await answerAll()
    actor.send({ type: 'technicals.unwatch' })
    actor.send({ type: 'technicals.watch', instrument: NIFTY })
    expect(Object.keys(rows()).length).toBe(12)
    actor.send({ type: 'technicals.watch', instrument: INFY })
    expect(rows()).toEqual({})
    expect(asked.at(-1)).toMatchObject({ instrument: INFY, interval: 'min' })
    expect(asked.at(-2)?.signal.aborted).toBe(true)
  })

  test('says in the row what failed, tells it once, and goes on', async () => {
    const { actor, asked, told, rows } = start()
    actor.send({ type: 'technicals.watch', instrument: NIFTY })
    asked[0]?.fail('the engine stopped')
    await settle()
    asked[1]?.fail('the engine stopped')
    await settle()
    expect(rows().min).toEqual({ kind: 'failed', message: 'the engine stopped' })
    expect(told).toEqual(['Error calculating technical analysis'])
    expect(asked.at(-1)?.interval).toBe('3min')
  })

  test('rests while the page is hidden, and is made anew when it is seen again', async () => {
    const { actor, asked, answerAll, see } = start()
    actor.send({ type: 'technicals.watch', instrument: NIFTY })
    await answerAll()
    see('page.hidden')
    actor.send({ type: 'technicals.again' })
    expect(asked.length).toBe(12)
    see('page.shown')
    await answerAll()
    expect(asked.length).toBe(24)
  })
})

test('a server that cannot be reached is said as every other call says it', async () => {
  const actor = createActor(
    technicalsMachine.provide({
      actors: {
        summarise: fromPromise(() => Promise.reject(new ApiError({ kind: 'unreachable' }))),
        candleCloses: fromCallback(() => {}),
        pageVisibility: fromCallback(() => {}),
      },
    }),
  )
  actor.start()
  actor.send({ type: 'technicals.watch', instrument: NIFTY })
  await settle()
  expect(actor.getSnapshot().context.rows.min).toEqual({
    kind: 'failed',
    message: 'Error calculating technical analysis: the server cannot be reached',
  })
})
