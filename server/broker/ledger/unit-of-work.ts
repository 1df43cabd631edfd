import type { OrderId } from '../../../src/domain/orders/order.ts'
import { type EpochMs, type IstDate, toIstDate } from '../../../src/domain/time.ts'
import type { UserId } from '../../user.ts'
import { OPENING_CASH } from '../account.ts'
import type { Committed, SettledContract } from '../broker.ts'
import { type AccountState, apply } from './account-state.ts'
import type { Entry, LedgerEvent } from './event.ts'

/** Events of one decision and the account after them; kept or dropped as a whole. */
export interface UnitOfWork {
  account: AccountState
  readonly owner: UserId
  readonly wall: EpochMs
  seq: number
  readonly written: Written[]
}

export interface Written {
  readonly before: AccountState | null
  readonly entry: Entry
  readonly account: AccountState
}

export const openWork = ({
  owner,
  account,
  seq,
  at,
  wall,
  day,
}: {
  readonly owner: UserId
  readonly account: AccountState | null
  readonly seq: number
  readonly at: EpochMs
  readonly wall: EpochMs
  readonly day: IstDate | null
}): UnitOfWork | null => {
  if (account !== null) return { account, owner, wall, seq, written: [] }
  if (day === null) return null
  const event: LedgerEvent = { kind: 'account.opened', day, cash: OPENING_CASH }
  const entry: Entry = { seq, owner, at, wall, orderId: null, event }
  const opened = apply(null, entry)
  return { account: opened, owner, wall, seq: seq + 1, written: [{ before: null, entry, account: opened }] }
}

export const write = (work: UnitOfWork, at: EpochMs, orderId: OrderId | null, event: LedgerEvent): void => {
  const entry: Entry = { seq: work.seq, owner: work.owner, at, wall: work.wall, orderId, event }
  const before = work.account
  work.account = apply(before, entry)
  work.seq += 1
  work.written.push({ before, entry, account: work.account })
}

const SEQ_DIGITS = 9

/** `YYMMDD` of its market day and the number of its first event in the log: never reused. */
export const nextOrderId = (work: UnitOfWork, at: EpochMs): OrderId =>
  `${toIstDate(at).slice(2).replaceAll('-', '')}${String(work.seq).padStart(SEQ_DIGITS, '0')}` as OrderId

const settledBy = ({ entry: { event }, account }: Written): SettledContract | null => {
  if (event.kind !== 'position.settled') return null
  const position = account.positions.get(event.key)
  if (position === undefined) return null
  const { quantity, price, why } = event
  return { terms: position.terms, quantity, price, why }
}

export const toCommitted = (written: Written): Committed => {
  const { entry, account } = written
  return {
    seq: entry.seq,
    owner: entry.owner,
    at: entry.at,
    kind: entry.event.kind,
    orderId: entry.orderId,
    account,
    order: entry.orderId === null ? null : (account.orders.get(entry.orderId) ?? null),
    settled: settledBy(written),
  }
}
