import type { OrderStatus } from '../../../src/domain/orders/order.ts'

/** Allowed status changes, checked after every commit. A status may also repeat, with a message. */
const table: readonly (readonly [OrderStatus | null, readonly OrderStatus[]])[] = [
  [null, ['PUT ORDER REQ RECEIVED', 'AMO REQ RECEIVED']],
  ['PUT ORDER REQ RECEIVED', ['VALIDATION PENDING']],
  ['VALIDATION PENDING', ['OPEN PENDING', 'REJECTED']],
  ['OPEN PENDING', ['OPEN', 'TRIGGER PENDING', 'REJECTED', 'CANCEL PENDING', 'CANCELLED']],
  ['TRIGGER PENDING', ['OPEN', 'MODIFY VALIDATION PENDING', 'CANCEL PENDING', 'CANCELLED']],
  ['OPEN', ['COMPLETE', 'MODIFY VALIDATION PENDING', 'CANCEL PENDING', 'CANCELLED']],
  ['MODIFY VALIDATION PENDING', ['MODIFY PENDING']],
  ['MODIFY PENDING', ['MODIFIED', 'OPEN', 'TRIGGER PENDING', 'CANCEL PENDING', 'CANCELLED', 'COMPLETE']],
  ['MODIFIED', ['OPEN', 'TRIGGER PENDING', 'COMPLETE', 'CANCEL PENDING']],
  [
    'CANCEL PENDING',
    ['CANCELLED', 'OPEN', 'TRIGGER PENDING', 'OPEN PENDING', 'COMPLETE', 'REJECTED', 'MODIFIED'],
  ],
  ['AMO REQ RECEIVED', ['VALIDATION PENDING', 'MODIFY AMO REQ RECEIVED', 'CANCELLED AMO']],
  ['MODIFY AMO REQ RECEIVED', ['VALIDATION PENDING', 'CANCELLED AMO']],
  ['COMPLETE', []],
  ['CANCELLED', []],
  ['REJECTED', []],
  ['CANCELLED AMO', []],
]

const next = new Map(table.map(([from, to]) => [from, new Set(to)]))

export const canFollow = (from: OrderStatus | null, to: OrderStatus): boolean =>
  next.get(from)?.has(to) === true
