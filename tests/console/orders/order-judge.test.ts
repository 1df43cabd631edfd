import { describe, expect, test } from 'vitest'
import type { Environment, KnownOrder } from '../../../src/commands/environment.ts'
import { readLine } from '../../../src/commands/read-line.ts'
import { createOrderJudge } from '../../../src/console/orders/order-judge.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { environmentWith } from '../../support/command-environment.ts'

const INFY = 'NSE_INFY' as InstrumentId

const resting: KnownOrder = {
  orderId: '26112300001',
  instrument: INFY,
  side: 'buy',
  orderType: 'LIMIT',
  product: 'MIS',
  variety: 'regular',
  status: 'OPEN',
  quantity: 10,
  filledQuantity: 0,
  price: 1400,
  triggerPrice: 0,
  isOpen: true,
}

const marketAt = (ask: number, others: Partial<Environment> = {}): Environment =>
  environmentWith({
    orders: [resting],
    quoteOf: () => ({
      ...{ lastPrice: 1500, bid: 1499.5, ask, dayHigh: null, dayLow: null },
      isTrusted: true,
    }),
    ...others,
  })

/** What Enter would send of a line that was read at one ask and is entered at another. */
const entered = (line: string, shown: number, now: number, others: Partial<Environment> = {}) => {
  const judge = createOrderJudge(() => null)
  const open = { line, preview: null }
  const { call } = readLine(line, line.length, judge.readIn(marketAt(shown, others), open))
  if (call === null) throw new Error(`not understood: ${line}`)
  const { orders, reason } = judge.judge(call, marketAt(now, others), { ...open, readPreview: null })
  return [orders.map(({ draft }) => draft.price), reason]
}

describe('a line that follows the market', () => {
  const never = { preferences: { ...environmentWith().preferences, confirmOrders: 'never' } } as const

  test('asks beyond the tolerance of the user', () => {
    const wide = { preferences: { ...never.preferences, priceTolerancePercent: 2 } } as const
    expect(entered('buy 10q infy @ask mis', 1500, 1525, wide)).toEqual([[1500], null])
    expect(entered('buy 10q infy @ask mis', 1500, 1531, wide)).toEqual([
      [1531],
      'Price moved from 1,500.00 to 1,531.00',
    ])
  })

  test('that was never previewed still goes at the price its row said, or asks', () => {
    expect(entered('buy 10q infy @ask mis', 1500, 1505, never)).toEqual([[1500], null])
    expect(entered('buy 10q infy @ask mis', 1500, 1400, never)).toEqual([[1500], null])
    expect(entered('buy 10q infy @ask mis', 1500, 1520, never)).toEqual([
      [1520],
      'Price moved from 1,500.00 to 1,520.00',
    ])
  })

  test('of a modification stands where its row said, or asks', () => {
    const line = 'modify #26112300001 @ask-1t'
    expect(entered(line, 1500, 1505)).toEqual([[1499.95], null])
    expect(entered(line, 1500, 1400)).toEqual([[1499.95], null])
    expect(entered(line, 1500, 1600)).toEqual([[1599.95], 'Price moved from 1,499.95 to 1,599.95'])
  })

  test('of a modification to a price of its own asks nothing', () => {
    expect(entered('modify #26112300001 @1450', 1500, 1600)).toEqual([[1450], null])
  })

  test('is asked about anew where it moved on after the question', () => {
    const judge = createOrderJudge(() => null)
    const line = 'buy 10q infy @ask mis'
    const { call } = readLine(line, line.length, judge.readIn(marketAt(1500), { line, preview: null }))
    if (call === null) throw new Error('not understood')
    const shown = judge.resolve(call, marketAt(1500))
    const again = (ask: number) => {
      const changed = judge.changeSince(shown, marketAt(ask))
      return changed === null
        ? null
        : [changed.now.orders.map(({ draft }) => draft.price), changed.change.text]
    }
    expect(again(1505)).toEqual(null)
    expect(again(1300)).toEqual(null)
    expect(again(1510)).toEqual([[1510], 'Price moved from 1,500.00 to 1,510.00'])
  })
})
