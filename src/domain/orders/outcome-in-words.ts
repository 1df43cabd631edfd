import type { MarketPhase } from '../calendar/market-phase.ts'
import { isAmoOpen } from '../calendar/trading-windows.ts'
import { formatNumber } from '../format.ts'
import type { Instrument, Segment } from '../instruments/instrument.ts'
import { indexAliases } from '../instruments/instrument-names.ts'
import { isOptionType, isShareSegment } from '../instruments/kind.ts'
import type { MarketMoment } from '../quotes/quote-age.ts'
import { type DepthLevel, marketImpact } from './expected-fill.ts'
import { hasTrigger } from './order.ts'
import type { SeenQuote } from './order-doubt.ts'
import type { OrderDraft } from './order-draft.ts'

export interface OrderMarket {
  readonly phase: MarketPhase
  readonly takesAmo: boolean
}

interface OrderNow {
  readonly draft: OrderDraft
  readonly contract: Pick<Instrument, 'instrumentType' | 'name'>
  readonly quote: SeenQuote | null
  readonly market: OrderMarket | null
}

export interface OrderOutcome {
  readonly act: string
  /** `rests, 3.30 below the ask`; null where it cannot be foreseen. */
  readonly outcome: string | null
}

/** Null between the phases of shares with and without a closing auction, which the page cannot tell apart. */
export const orderMarketOf = (
  segment: Segment,
  { phases, marketTime }: Pick<MarketMoment, 'phases' | 'marketTime'>,
): OrderMarket | null => {
  const isShare = isShareSegment(segment)
  const group = isShare ? 'auctioned' : 'derivatives'
  const phase = phases[group]
  if (isShare && phases.continuous !== phase) return null
  return { phase, takesAmo: isAmoOpen(group, marketTime) }
}

/** Assumes that nothing else trades before it reaches the exchange, and that it is not refused. */
export const orderOutcome = (order: OrderNow): OrderOutcome => {
  const { draft, quote, market } = order
  const current = market?.phase === 'continuous' && quote?.isTrusted === true ? quote : null
  const side = draft.side === 'buy' ? 'Buy' : 'Sell'
  return { act: `${side} ${priceInWords(draft, current)}`, outcome: outcomeOf(order, current) }
}

const priceInWords = ({ orderType, price, triggerPrice }: OrderDraft, quote: SeenQuote | null): string => {
  const limit = formatNumber(price)
  switch (orderType) {
    case 'MARKET':
      return 'at market'
    case 'LIMIT':
      if (price !== null && price === quote?.ask) return `at the ask, ${limit}`
      return price !== null && price === quote?.bid ? `at the bid, ${limit}` : `at ${limit}`
    case 'SL':
      return `at ${limit} when ${formatNumber(triggerPrice)} trades`
    case 'SL-M':
      return `at market when ${formatNumber(triggerPrice)} trades`
    default:
      return orderType satisfies never
  }
}

const outcomeOf = (order: OrderNow, current: SeenQuote | null): string | null => {
  const { draft, contract, market } = order
  if (market === null) return null
  const { phase, takesAmo } = market
  // Some futures take part in the pre-open and others do not; options never do.
  if (phase === 'preOpen' && contract.instrumentType === 'FUT' && draft.variety === 'regular') return null
  const isOutside = phase === 'closed' || (phase === 'preOpen' && isOptionType(contract.instrumentType))
  if (draft.variety === 'amo' || isOutside) return takesAmo ? afterHours(order) : notTaken(phase)
  return phase === 'continuous' ? inSession(draft, current) : outsideSession(order, phase)
}

const notTaken = (phase: MarketPhase): string => {
  if (phase === 'continuous') return 'not accepted as AMO while the market is open'
  return phase === 'closed' ? 'not accepted now, the market is closed' : 'not accepted as AMO now'
}

const afterHours = ({ draft, contract }: OrderNow): string => {
  if (draft.validity === 'IOC') return 'IOC is accepted only while the market is open'
  if (
    draft.orderType === 'MARKET' &&
    isOptionType(contract.instrumentType) &&
    indexAliases.has(contract.name)
  )
    return 'not accepted at market while the market is closed'
  return draft.variety === 'amo' ? 'waits for the next session' : 'sent as AMO for the next session'
}

const outsideSession = (
  { draft, quote }: OrderNow,
  phase: Exclude<MarketPhase, 'closed' | 'continuous'>,
): string => {
  switch (phase) {
    case 'preOpen':
    case 'preOpenLimit':
      return inAuction(draft, 'opening', phase === 'preOpenLimit')
    case 'closingAuction':
    case 'closingAuctionLimit':
      return inAuction(draft, 'closing', phase === 'closingAuctionLimit')
    case 'preOpenMatch':
    case 'closingReference':
    case 'closingMatch':
      return 'not accepted while the auction is matched'
    case 'postClose':
      return afterClose(draft, quote)
    default:
      return phase satisfies never
  }
}

const inAuction = (
  { orderType, validity }: OrderDraft,
  which: 'opening' | 'closing',
  isLimitOnly: boolean,
): string => {
  const isTaken = !hasTrigger(orderType) && validity === 'DAY' && (orderType === 'LIMIT' || !isLimitOnly)
  return isTaken ? `takes part in the ${which} auction` : 'not accepted in an auction'
}

const afterClose = ({ side, orderType, price, product, validity }: OrderDraft, quote: SeenQuote | null) => {
  if (product !== 'cash' || hasTrigger(orderType) || validity !== 'DAY') return 'not accepted after the close'
  const close = quote?.lastPrice ?? null
  const isMissed = price !== null && close !== null && (side === 'buy' ? price < close : price > close)
  return isMissed ? 'not accepted, only the closing price trades' : 'fills at the closing price'
}

const distance = (price: number, from: number, name: string): string => {
  const off = Math.round((price - from) * 100) / 100
  return off === 0
    ? `at the ${name}`
    : `${formatNumber(Math.abs(off))} ${off < 0 ? 'below' : 'above'} the ${name}`
}

const inSession = (draft: OrderDraft, quote: SeenQuote | null): string | null => {
  if (quote === null) return null
  const { side, price, triggerPrice, validity } = draft
  if (triggerPrice !== null) return `waits, ${distance(triggerPrice, quote.lastPrice, 'last price')}`
  const [touch, name, others] = side === 'buy' ? [quote.ask, 'ask', 'sellers'] : [quote.bid, 'bid', 'buyers']
  const where = touch === null ? `no ${others} now` : distance(price ?? touch, touch, name)
  const isCrossing = touch !== null && (price === null || (side === 'buy' ? price >= touch : price <= touch))
  if (!isCrossing) return `${waits(draft)}, ${where}`
  const filled = fillNow(draft, touch, quote)
  if (filled !== null && filled < draft.quantity) {
    const rest = validity === 'IOC' ? 'is cancelled' : 'waits'
    return `${formatNumber(filled, 0)} of ${formatNumber(draft.quantity, 0)} fill now, the rest ${rest}`
  }
  if (price === null) return atMarket(draft, touch, quote)
  return price === touch ? 'fills now' : `fills now, ${where}`
}

const waits = ({ validity, validityTtl }: OrderDraft): string => {
  if (validity === 'IOC') return 'cancelled at once'
  return validity === 'TTL' ? `rests for ${formatNumber(validityTtl, 0)} min` : 'rests'
}

/** Best first; empty where the depth, which is polled, is not of this quote. */
const levelsAt = (touch: number, { side }: OrderDraft, { depth }: SeenQuote): readonly DepthLevel[] => {
  const levels = (side === 'buy' ? depth?.asks : depth?.bids) ?? []
  return levels[0]?.price === touch ? levels : []
}

/** Units within the limit; null where the visible depth does not reach as far. */
const fillNow = (draft: OrderDraft, touch: number, quote: SeenQuote): number | null => {
  const { side, price } = draft
  if (price === null) return null
  const levels = levelsAt(touch, draft, quote)
  const within = levels.filter((level) => (side === 'buy' ? level.price <= price : level.price >= price))
  return within.length === levels.length ? null : within.reduce((sum, { quantity }) => sum + quantity, 0)
}

const atMarket = (draft: OrderDraft, touch: number, quote: SeenQuote): string => {
  const levels = levelsAt(touch, draft, quote)
  if (levels.length === 0) return `fills now near ${formatNumber(touch)}`
  const isBuy = draft.side === 'buy'
  const visible = levels.reduce((sum, { quantity }) => sum + quantity, 0)
  if (visible < draft.quantity) return `fills now, from ${formatNumber(touch)} ${isBuy ? 'up' : 'down'}`
  const impact = marketImpact(draft, { bids: levels, asks: levels }) ?? 0
  return `fills now near ${formatNumber(touch + (isBuy ? impact : -impact))}`
}
