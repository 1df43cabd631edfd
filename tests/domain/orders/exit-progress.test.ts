import { describe, expect, test } from 'vitest'
import {
  countExits,
  describeCancels,
  describeExits,
  exitProgress,
  type SentExit,
} from '../../../src/domain/orders/exit-progress.ts'
import type { OrderStatus } from '../../../src/domain/orders/order.ts'

/** `1 5/10 OPEN`, of a slice `1a<1 5/10 OPEN`; what follows a colon is the status message. */
const book = (...lines: readonly string[]) =>
  lines.map((line) => {
    const [, orderId = '', parent, filled, quantity, status = '', message] =
      /^(\w+)(?:<(\w+))? (\d+)\/(\d+) ([A-Z ]+)(?:: (.*))?$/.exec(line) ?? []
    return {
      orderId,
      parentOrderId: parent ?? null,
      status: status as OrderStatus,
      statusMessage: message ?? null,
      quantity: Number(quantity),
      filledQuantity: Number(filled),
    }
  })

const sent = (orderId: string, quantity = 10): SentExit => ({
  sym: `NSE_${orderId}`,
  product: 'MIS',
  quantity,
  orderId,
  reason: null,
})
const refused = (reason: string): SentExit => ({ ...sent('x'), orderId: null, reason })

const six = ['1', '2', '3', '4', '5', '6'].map((id) => sent(id))
const filled = (count: number) => Array.from({ length: count }, (_, index) => `${index + 1} 10/10 COMPLETE`)

describe('what became of exits', () => {
  test.each<[string, readonly SentExit[], readonly string[], string]>([
    ['sent, nothing known yet', six, [], 'Exit of 6 positions sent'],
    ['none filled', six, ['1 0/10 OPEN', '2 3/10 OPEN'], 'Exit of 6 positions sent'],
    ['one open', six, [...filled(5), '6 4/10 OPEN'], '5 of 6 filled, 1 open'],
    ['all filled', six, filled(6), '6 positions exited'],
    ['one position', [sent('1')], filled(1), '1 position exited'],
    [
      'one rejected by the exchange',
      six,
      [...filled(5), '6 0/10 REJECTED: no price'],
      '5 exited, 1 rejected: no price',
    ],
    [
      'one cut short',
      six,
      [...filled(5), '6 4/10 CANCELLED: end of day'],
      '5 exited, 1 cancelled: 4 of 10 filled, end of day',
    ],
    [
      'refused at once, the other open',
      [sent('1'), refused('no price')],
      [],
      'Exit of 1 position sent, 1 rejected: no price',
    ],
    ['all refused', [refused('no price')], [], '0 exited, 1 rejected: no price'],
    [
      'failed in two ways',
      [sent('1'), refused('no price')],
      ['1 0/10 CANCELLED: by hand'],
      '0 exited, 2 not exited: by hand',
    ],
    ['slices, one not in the book yet', [sent('1', 20)], ['1 10/10 COMPLETE'], 'Exit of 1 position sent'],
    ['slices, one open', [sent('1', 20)], ['1 10/10 COMPLETE', '2<1 0/10 OPEN'], 'Exit of 1 position sent'],
    ['slices, all filled', [sent('1', 20)], ['1 10/10 COMPLETE', '2<1 10/10 COMPLETE'], '1 position exited'],
    ['none', [], [], 'No position was open'],
  ])('%s', (_, exits, orders, words) => {
    expect(describeExits(exitProgress(exits, book(...orders)))).toEqual(words)
  })

  test('is counted without reasons where they are listed beside it', () => {
    expect(countExits(exitProgress(six, book(...filled(5), '6 0/10 REJECTED: no price')))).toEqual(
      '5 exited, 1 rejected',
    )
  })
})

describe('what became of cancels', () => {
  test.each<[readonly string[], readonly string[], string | null]>([
    [[], [], null],
    [['1'], ['1 0/10 CANCELLED'], '1 open order cancelled'],
    [['1', '2'], ['1 0/10 CANCELLED', '2 0/10 CANCELLED AMO'], '2 open orders cancelled'],
    [
      ['1', '2', '3'],
      ['1 0/10 CANCELLED', '2 0/10 CANCEL PENDING', '3 10/10 COMPLETE'],
      '1 of 3 orders cancelled, 1 pending, 1 filled before its cancel',
    ],
    [['1'], [], '0 of 1 order cancelled, 1 pending'],
  ])('%j of %j', (ids, orders, words) => {
    expect(describeCancels(ids, book(...orders))).toEqual(words)
  })
})
