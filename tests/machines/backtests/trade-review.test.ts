import { describe, expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { emptyCandles } from '../../../src/domain/charts/candle.ts'
import { type Review, tradeReviewMachine } from '../../../src/machines/backtests/trade-review.ts'

const settled = () => new Promise<void>((resolve) => setTimeout(resolve))

const reason = { text: 'close 104.00 was above 103', signalAt: 0, readings: [] }
const reviewed = (key: string): Review => ({
  kind: 'reviewed',
  trade: { key, reasons: { entry: reason, exit: reason }, candles: emptyCandles(1), lines: [], marks: [] },
})

const start = () => {
  const asked: {
    readonly key: string
    readonly answer: (review: Review) => void
    readonly fail: (error: Error) => void
  }[] = []
  const review = createActor(
    tradeReviewMachine.provide({
      actors: {
        review: fromPromise(
          ({ input: { key } }) => new Promise<Review>((answer, fail) => asked.push({ key, answer, fail })),
        ),
      },
    }),
  )
  review.start()
  review.send({ type: 'review.list', keys: ['A#0', 'A#1', 'B#0'] })
  const at = () => {
    const { value, context } = review.getSnapshot()
    return [value, context.key, context.reviewed?.key ?? null, context.message]
  }
  return { review, asked, at }
}

describe(tradeReviewMachine.id, () => {
  test('steps through the trades in the order of their table, and stops at its ends', async () => {
    const { review, asked, at } = start()
    review.send({ type: 'review.step', by: 1 })
    expect(at()).toEqual(['closed', null, null, null])
    review.send({ type: 'review.open', key: 'A#0', part: 'chart' })
    review.send({ type: 'review.step', by: -1 })
    expect(at()).toEqual(['loading', 'A#0', null, null])
    review.send({ type: 'review.step', by: 1 })
    review.send({ type: 'review.step', by: 1 })
    review.send({ type: 'review.step', by: 1 })
    expect(at()).toEqual(['loading', 'B#0', null, null])
    expect(asked.map(({ key }) => key)).toEqual(['A#0', 'A#1', 'B#0'])
    asked[0]?.answer(reviewed('A#0'))
    asked[2]?.answer(reviewed('B#0'))
    await settled()
    expect(at()).toEqual(['shown', 'B#0', 'B#0', null])
  })

  test('keeps the trade before until the next one is read, and reads none twice for its other part', async () => {
    const { review, asked, at } = start()
    review.send({ type: 'review.open', key: 'A#0', part: 'chart' })
    asked[0]?.answer(reviewed('A#0'))
    await settled()
    review.send({ type: 'review.open', key: 'A#0', part: 'why' })
    expect([asked.length, review.getSnapshot().context.part]).toEqual([1, 'why'])
    review.send({ type: 'review.step', by: 1 })
    expect(at()).toEqual(['loading', 'A#1', 'A#0', null])
    expect(review.getSnapshot().context.part).toEqual('why')
  })

  test('says that candles are gone, and that reading failed, which can be tried again', async () => {
    const { review, asked, at } = start()
    review.send({ type: 'review.open', key: 'A#0', part: 'why' })
    asked[0]?.answer({ kind: 'gone', reason: 'no longer stored' })
    await settled()
    expect(at()).toEqual(['gone', 'A#0', null, 'no longer stored'])
    review.send({ type: 'review.step', by: 1 })
    asked[1]?.fail(new Error('the engine stopped'))
    await settled()
    expect(at()).toEqual(['failed', 'A#1', null, 'the engine stopped'])
    review.send({ type: 'review.retry' })
    expect([at(), asked.length]).toEqual([['loading', 'A#1', null, null], 3])
  })

  test('starts from the first trade when the filter hides the one on screen', () => {
    const { review, at } = start()
    review.send({ type: 'review.open', key: 'C#0', part: 'why' })
    review.send({ type: 'review.step', by: -1 })
    expect(at()).toEqual(['loading', 'A#0', null, null])
  })

  test('closes, and forgets the trades of the user who left', () => {
    const { review, at } = start()
    review.send({ type: 'review.open', key: 'A#0', part: 'why' })
    review.send({ type: 'review.close' })
    expect(at()).toEqual(['closed', null, null, null])
    review.send({ type: 'review.open', key: 'A#0', part: 'why' })
    review.send({ type: 'session.ended' })
    expect([at(), review.getSnapshot().context.keys]).toEqual([['closed', null, null, null], []])
  })
})
