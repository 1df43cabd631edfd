import { createExchange } from '../../../server/broker/exchange/create-exchange.ts'
import type {
  Exchange,
  ExchangeChanges,
  ExchangeOrder,
  FillModel,
  Report,
} from '../../../server/broker/exchange.ts'
import type { LiveMarket } from '../../../server/market/live/live-market.ts'
import type { UserId } from '../../../server/user.ts'
import { exchangeCalendar, type SessionGroup } from '../../../src/domain/calendar/calendar.ts'
import { phaseAt } from '../../../src/domain/calendar/market-phase.ts'
import type { Instrument } from '../../../src/domain/instruments/instrument.ts'
import { fromRupees, type Paise, toRupees } from '../../../src/domain/money.ts'
import type { OrderId, OrderType, Side, Validity } from '../../../src/domain/orders/order.ts'
import { type EpochMs, epochMs } from '../../../src/domain/time.ts'
import { instrumentOf } from './live-market.ts'

export const orderId = (text: string): OrderId => text as OrderId

export const makeExchange = (
  market: LiveMarket,
  { model = 'strict', seed = 1 }: { model?: FillModel; seed?: number } = {},
) =>
  createExchange({
    seed,
    market,
    model,
    phaseOf: (group, at) => phaseAt(group, at),
    calendar: exchangeCalendar,
  })

export interface Asked {
  readonly id: string
  readonly instrument?: Instrument
  readonly owner?: string
  readonly group?: SessionGroup
  readonly isTriggered?: boolean
  readonly lapsesAt?: EpochMs
  readonly marketProtection?: number
}

const isType = (word: string): word is OrderType => ['MARKET', 'LIMIT', 'SL', 'SL-M'].includes(word)
const isValidity = (word: string): word is Validity => ['DAY', 'IOC', 'TTL'].includes(word)

const price = (words: readonly string[], mark: string): Paise | null => {
  const word = words.find((text) => text.startsWith(mark))
  return word === undefined ? null : fromRupees(Number(word.slice(mark.length)))
}

/** `buy 100 LIMIT @100.05`, `sell 50 SL @98.00 !98.50 IOC`: `!` is the trigger price. */
export const askFor = (line: string, asked: Asked): ExchangeOrder => {
  const words = line.split(' ')
  return {
    id: orderId(asked.id),
    owner: (asked.owner ?? 'asha') as UserId,
    instrument: asked.instrument ?? instrumentOf('INFY'),
    sessionGroup: asked.group ?? 'continuous',
    side: words[0] === 'sell' ? 'sell' : ('buy' satisfies Side),
    orderType: words.find(isType) ?? 'LIMIT',
    quantity: Number(words[1]),
    filledQuantity: 0,
    price: price(words, '@'),
    triggerPrice: price(words, '!'),
    validity: words.find(isValidity) ?? 'DAY',
    lapsesAt: asked.lapsesAt ?? null,
    marketProtection: asked.marketProtection ?? -1,
    isTriggered: asked.isTriggered ?? false,
  }
}

/** `400 LIMIT @100.10`: the quantity is the new total. */
export const changeTo = (line: string): ExchangeChanges => {
  const words = line.split(' ')
  return {
    orderType: words.find(isType) ?? 'LIMIT',
    quantity: Number(words[0]),
    price: price(words, '@'),
    triggerPrice: price(words, '!'),
    validity: words.find(isValidity) ?? 'DAY',
    lapsesAt: null,
    marketProtection: -1,
  }
}

const rupees = (amount: Paise): string => toRupees(amount).toFixed(2)

/** A report without times: `a filled 100 @100.05: took the ask at 100.05`. */
export const say = (report: Report): string => {
  const { id, kind } = report
  switch (kind) {
    case 'filled':
      return `${id} filled ${report.fill.quantity} @${rupees(report.fill.price)}: ${report.fill.why}`
    case 'rests':
      return `${id} rests @${rupees(report.price)}`
    case 'triggered':
      return `${id} triggered at ${rupees(report.lastPrice)}`
    case 'cancelled':
      return `${id} cancelled ${report.quantity}: ${report.message}`
    case 'rejected':
    case 'cancelRefused':
    case 'modifyRefused':
      return `${id} ${kind}: ${report.message}`
    case 'modified':
      return `${id} modified to ${report.changes.quantity}`
    case 'opened':
    case 'awaitsTrigger':
      return `${id} ${kind}`
    default:
      return report satisfies never
  }
}

export const advanceBy = (exchange: Exchange, from: number, to: number, step: number): readonly Report[] => {
  const reports: Report[] = [...exchange.advance(epochMs(from))]
  for (let at = from; at < to; ) {
    at = Math.min(to, at + step)
    reports.push(...exchange.advance(epochMs(at)))
  }
  return reports
}
