import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import type { Paise } from '../../../src/domain/money.ts'
import type { ClientOrderId, OrderId, Product } from '../../../src/domain/orders/order.ts'
import type { Protection, StopLoss } from '../../../src/domain/orders/order-draft.ts'
import { epochMs } from '../../../src/domain/time.ts'
import type { BracketTable } from '../../store/schema.ts'
import type { Bracket, BracketStatus } from './bracket.ts'

const toText = (protection: StopLoss | null): string | null =>
  protection === null
    ? null
    : JSON.stringify({ kind: protection.kind, value: protection.value, trail: protection.trail })

/** The text was written by `toText`. */
const fromText = <Kind extends Protection>(text: string | null): Kind | null =>
  text === null ? null : (JSON.parse(text) as Kind)

export const toBracketRow = (bracket: Bracket): BracketTable => ({
  id: bracket.id,
  owner_id: bracket.owner,
  client_order_id: bracket.clientOrderId,
  sym: bracket.sym,
  product: bracket.product,
  stop: toText(bracket.stop),
  target: toText(bracket.target),
  quantity: bracket.quantity,
  filled_quantity: bracket.filledQuantity,
  average_price: bracket.averagePrice,
  stop_price: bracket.stopPrice,
  target_price: bracket.targetPrice,
  status: bracket.status,
  message: bracket.message,
  exit_order_id: bracket.exitOrderId,
  watched_at: bracket.watchedAt,
  made_at: bracket.madeAt,
  made_wall_at: bracket.madeWallAt,
  ended_at: bracket.endedAt,
})

export const fromBracketRow = (row: BracketTable): Bracket => ({
  id: row.id,
  owner: row.owner_id,
  clientOrderId: row.client_order_id as ClientOrderId | null,
  sym: row.sym as InstrumentId,
  product: row.product as Product,
  stop: fromText<StopLoss>(row.stop),
  target: fromText<Protection>(row.target),
  quantity: row.quantity,
  filledQuantity: row.filled_quantity,
  averagePrice: row.average_price,
  stopPrice: row.stop_price as Paise | null,
  targetPrice: row.target_price as Paise | null,
  status: row.status as BracketStatus,
  message: row.message,
  exitOrderId: row.exit_order_id as OrderId | null,
  watchedAt: epochMs(row.watched_at),
  madeAt: epochMs(row.made_at),
  madeWallAt: epochMs(row.made_wall_at),
  endedAt: row.ended_at === null ? null : epochMs(row.ended_at),
})
