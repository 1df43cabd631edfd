import type { OrderId } from '../../../src/domain/orders/order.ts'
import { epochMs } from '../../../src/domain/time.ts'
import { hashOfEvent } from '../../store/orders/ledger/ledger.ts'
import type { LogEnd } from '../../store/orders/ledger/ledger-end.ts'
import type { LedgerEventTable } from '../../store/schema.ts'
import type { Entry, LedgerEvent } from './event.ts'

export const toRow = ({ seq, owner, at, wall, orderId, event }: Entry, end: LogEnd): LedgerEventTable => {
  const { kind, ...body } = event
  const row = {
    seq,
    owner_id: owner,
    at,
    wall_at: wall,
    kind,
    order_id: orderId,
    body: JSON.stringify(body),
    previous_hash: end.hash,
  }
  return { ...row, hash: hashOfEvent(row) }
}

/** Not validated: this program wrote the row, and its hash was checked when the log was read. */
export const fromRow = (row: LedgerEventTable): Entry => ({
  seq: row.seq,
  owner: row.owner_id,
  at: epochMs(row.at),
  wall: epochMs(row.wall_at),
  orderId: row.order_id as OrderId | null,
  event: { kind: row.kind, ...JSON.parse(row.body) } as LedgerEvent,
})
