import { describe, expect, test } from 'vitest'
import { ApiError, type ApiFailure, isFateUnknown } from '../../../src/contract/api-error.ts'
import type { ErrorCode } from '../../../src/contract/error-codes.ts'
import { asksForAmo } from '../../../src/contract/orders/amo-hint.ts'
import { toBracketBody, toOrderBody } from '../../../src/contract/orders/order-body.ts'
import { OrderTicketBody } from '../../../src/contract/orders/orders.ts'
import { toWire } from '../../../src/contract/wire.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { type OrderDraft, plainDraft } from '../../../src/domain/orders/order-draft.ts'

const draft = (more: Partial<OrderDraft> = {}): OrderDraft =>
  plainDraft({ instrument: 'NSE_INFY' as InstrumentId, side: 'sell', product: 'MIS', quantity: 10, ...more })

const KEY = 'key-00000001'

describe('an order on the wire', () => {
  test.each([
    ['MARKET', [undefined, undefined]],
    ['LIMIT', [1500, undefined]],
    ['SL', [1500, 1490]],
    ['SL-M', [undefined, 1490]],
  ] as const)('of type %s bears the prices that type has', (orderType, prices) => {
    const body = toOrderBody(draft({ orderType, price: 1500, triggerPrice: 1490 }), KEY)
    expect([body.price, body.triggerPrice]).toEqual(prices)
    expect(OrderTicketBody.safeParse(toWire(OrderTicketBody, body)).success).toEqual(true)
  })

  test('lasts minutes only where it is told to', () => {
    expect(toOrderBody(draft({ validity: 'TTL', validityTtl: 5 }), KEY).validityTtl).toEqual(5)
    expect(toOrderBody(draft({ validity: 'DAY', validityTtl: 5 }), KEY).validityTtl).toEqual(undefined)
  })

  test('has its stop and target beside it, or none', () => {
    expect(toBracketBody(draft(), KEY)).toEqual(null)
    expect(toBracketBody(draft({ stop: { kind: 'points', value: 5 } }), KEY)).toEqual({
      clientOrderId: KEY,
      sym: 'NSE_INFY',
      product: 'MIS',
      stop: { kind: 'points', value: 5 },
    })
  })
})

const rejected = (status: number, code: ErrorCode, reason: string): ApiFailure => ({
  kind: 'rejected',
  status,
  code,
  reason,
})

describe('a failed call that changes something', () => {
  test.each<[string, ApiFailure, boolean]>([
    ['no answer', { kind: 'unreachable' }, true],
    ['a session that is over', { kind: 'unauthorized', reason: '' }, false],
    ['a refusal with a code', rejected(409, 'CONFLICT', 'no'), false],
    ['a refusal in words', rejected(400, 'NO_CODE', 'no'), false],
    ['a page of a proxy', rejected(403, 'NO_CODE', ''), true],
    ['a failure of the server', rejected(500, 'INTERNAL', 'sorry'), true],
    ['another version of the contract', rejected(200, 'OUTDATED', 'reload'), true],
    ['an answer that cannot be read', { kind: 'malformed', issues: ['x'] }, true],
    [
      'a call that could not be read',
      { kind: 'malformed', issues: ['x'], refusal: { status: 400, code: 'MALFORMED', reason: 'no' } },
      false,
    ],
  ])('after %s: fate unknown %#', (_, failure, isUnknown) => {
    expect(isFateUnknown(new ApiError(failure))).toEqual(isUnknown)
  })

  test('after a mistake of ours its fate is unknown', () => {
    expect(isFateUnknown(new TypeError('x is not a function'))).toEqual(true)
  })
})

describe('a refusal asks for an order after the market', () => {
  test.each<[ApiFailure, boolean]>([
    [rejected(409, 'AMO_REQUIRED', 'Markets are closed right now.'), true],
    [rejected(409, 'AMO_NOT_ACCEPTED', 'AMO orders are accepted only outside market hours.'), false],
    [rejected(400, 'NO_CODE', 'Place it as AMO.'), true],
    [rejected(400, 'NO_CODE', 'M&AMO is unknown'), false],
    [rejected(400, 'NO_CODE', 'NSE_AMO'), false],
    [rejected(400, 'NO_CODE', 'amo'), false],
    [{ kind: 'unreachable' }, false],
  ])('%j: %s', (failure, isAsked) => {
    expect(asksForAmo(new ApiError(failure))).toEqual(isAsked)
  })
})
