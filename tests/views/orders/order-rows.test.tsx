import { describe, expect, test } from 'vitest'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { plainDraft } from '../../../src/domain/orders/order-draft.ts'
import type { Placement, PlacementState } from '../../../src/machines/orders/order-placement.ts'
import type { OrderEntry } from '../../../src/machines/positions/books.ts'
import { orderRowsOf, refusedOf } from '../../../src/views/orders/order-row.ts'

const DAY = '2026-11-20'
const wall = (clock: string): number => Date.parse(`2026-11-22T${clock}+05:30`)
/** The market is two days behind the wall. */
const marketTimeOf = (at: number): number => at - 2 * 86_400_000

/** What a row is made of; the rest of an entry is not looked at. */
const order = (orderId: string, clock: string, status: string) =>
  ({
    orderId,
    clientOrderId: `client-${orderId}`,
    sym: 'NSE_INFY',
    tradingsymbol: 'INFY',
    orderTimestamp: `${DAY} ${clock}`,
    transactionType: 'BUY',
    product: 'MIS',
    orderType: 'LIMIT',
    variety: 'regular',
    validity: 'DAY',
    quantity: 10,
    filledQuantity: 0,
    price: 1500,
    triggerPrice: 0,
    averagePrice: 0,
    status,
    statusMessage: null,
    fillNote: null,
  }) as OrderEntry

const placement = (clientOrderId: string, clock: string, state: PlacementState): Placement => ({
  clientOrderId,
  draft: plainDraft({ instrument: 'NSE_TCS' as InstrumentId, side: 'buy', product: 'MIS', quantity: 5 }),
  state,
  orderId: null,
  message: 'Price band: your limit is 3%',
  code: 'PRICE_BAND',
  at: wall(clock),
})

const shown = (orders: readonly OrderEntry[], placements: readonly Placement[]) =>
  orderRowsOf(orders, placements, marketTimeOf).map(
    ({ time, symbol, status }) => `${time} ${symbol} ${status}`,
  )

describe('rows of the order book', () => {
  const book = [order('3', '11:05:00', 'OPEN'), order('1', '10:00:00', 'REJECTED')]

  test('what was refused before it entered the book is no row, whichever window placed it', () => {
    const refused = placement('a', '11:30:00', 'failed')
    expect(shown(book, [refused])).toEqual(shown(book, []))
    expect(refusedOf([refused, placement('b', '11:31:00', 'placing')])).toEqual([refused])
  })

  test('an order in flight has market time and its place by that time', () => {
    expect(
      shown(book, [placement('a', '10:30:00', 'unknown'), placement('b', '11:30:00', 'placing')]),
    ).toEqual([
      '11:30:00 TCS SENDING',
      '11:05:00 INFY OPEN',
      '10:30:00 TCS UNKNOWN',
      '10:00:00 INFY REJECTED',
    ])
  })

  test('one that the book holds is shown once', () => {
    expect(shown(book, [placement('client-3', '11:05:00', 'placing')])).toEqual(shown(book, []))
  })
})
