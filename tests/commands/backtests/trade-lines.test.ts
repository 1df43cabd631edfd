import { describe, expect, test } from 'vitest'
import { goBack } from '../../../src/commands/catalogue/shell/views.ts'
import { type Context, emptyContext } from '../../../src/commands/context.ts'
import { readLine } from '../../../src/commands/read-line.ts'
import { dispatchesOf } from '../../../src/commands/registry.ts'
import { environmentWith } from '../../support/command-environment.ts'

const on = (changes: Partial<Context>) =>
  environmentWith({ context: { ...emptyContext, signedIn: true, view: 'backtest', ...changes } })

const cursor = { 'focus.kind': 'trade', 'focus.key': 'NSE_TCS#3' }
const open = { 'trade.open': true, 'trade.key': 'NSE_INFY#1' }

const dispatched = (line: string, changes: Partial<Context>) => {
  const environment = on(changes)
  const { call } = readLine(line, line.length, environment)
  return call === null ? null : dispatchesOf(call, environment)
}

describe('lines of a trade', () => {
  test.each([
    ['why', cursor, { type: 'review.open', key: 'NSE_TCS#3', part: 'why' }],
    ['why', open, { type: 'review.open', key: 'NSE_INFY#1', part: 'why' }],
    ['why', { ...open, ...cursor }, { type: 'review.open', key: 'NSE_TCS#3', part: 'why' }],
    ['trade chart', cursor, { type: 'review.open', key: 'NSE_TCS#3', part: 'chart' }],
    ['trade step next', open, { type: 'review.step', by: 1 }],
    ['trade step previous', open, { type: 'review.step', by: -1 }],
    ['close trade', open, { type: 'review.close' }],
  ])('%s', (line, changes, event) => {
    expect(dispatched(line, changes)).toEqual([{ to: 'tradeReview', event }])
  })

  test('Escape closes the trade before it leaves the screen', () => {
    expect(goBack.run({}, on(open))).toEqual({ to: 'tradeReview', event: { type: 'review.close' } })
    expect(goBack.run({}, on({ ...open, view: 'home' }))).toEqual({
      to: 'navigation',
      event: { type: 'view.back' },
    })
  })
})
