import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { createSubscriptions } from '../../../src/market/quotes/subscriptions.ts'
import { instrument } from '../../support/server/live.ts'

const start = () => {
  const told: (readonly InstrumentId[])[] = []
  const deferred: (() => void)[] = []
  const subscriptions = createSubscriptions({
    tell: (wanted) => told.push(wanted),
    defer: (run) => deferred.push(run),
  })
  const turn = () => {
    for (const run of deferred.splice(0)) run()
  }
  return { subscriptions, told, turn }
}

describe('subscriptions', () => {
  test('a symbol is wanted until its last owner has gone', () => {
    const { subscriptions, told, turn } = start()
    const first = subscriptions.hold(instrument('NSE_INFY'))
    const second = subscriptions.hold(instrument('NSE_INFY'))
    turn()
    first()
    first()
    turn()
    second()
    turn()
    expect(told).toEqual([['NSE_INFY'], []])
  })

  test('what comes to nothing within a turn is not told', () => {
    const { subscriptions, told, turn } = start()
    subscriptions.hold(instrument('NSE_INFY'))
    turn()
    const leave = subscriptions.hold(instrument('NSE_TCS'))
    leave()
    turn()
    expect(told).toEqual([['NSE_INFY']])
  })

  test('what is told last is always what somebody holds, each once', () => {
    const symbols = ['NSE_A', 'NSE_B', 'NSE_C'].map(instrument)
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(2), fc.boolean()), { maxLength: 40 }), (steps) => {
        const { subscriptions, told, turn } = start()
        const held: { symbol: InstrumentId; leave: () => void }[] = []
        for (const [index, isHold] of steps) {
          const symbol = symbols[index]
          if (symbol === undefined) continue
          if (isHold) held.push({ symbol, leave: subscriptions.hold(symbol) })
          else held.splice(index, 1)[0]?.leave()
          turn()
        }
        expect((told.at(-1) ?? []).toSorted()).toEqual(
          [...new Set(held.map(({ symbol }) => symbol))].toSorted(),
        )
      }),
    )
  })
})
