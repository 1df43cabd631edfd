import { encodeQuotes, type QuoteTick } from '../../../src/contract/quotes/quote-frame.ts'
import { type InstrumentId, parseInstrumentId } from '../../../src/domain/instruments/instrument.ts'
import type { NotificationItem } from '../../../src/machines/notifications/notice-list.ts'
import type { MarketStateReply } from '../../../src/machines/quotes/market-state.ts'

export const instrument = (text: string): InstrumentId => {
  const found = parseInstrumentId(text)
  if (found === null) throw new Error(`no instrument is called ${text}`)
  return found.id
}

export const TEN_O_CLOCK = Date.parse('2026-11-23T10:00:00+05:30')

export const tick = (id: string, price: number, others: Partial<QuoteTick> = {}): QuoteTick => ({
  instrument: instrument(id),
  timestamp: TEN_O_CLOCK,
  price,
  dayOpen: price,
  prevClose: 100,
  size: 1,
  open: price,
  high: price,
  low: price,
  close: price,
  volume: 10,
  oi: 0,
  bid: price,
  ask: price,
  dayHigh: price,
  dayLow: price,
  ...others,
})

/** `NSE_INFY 101.5, NSE_TCS 99`. */
export const frame = (text: string): ArrayBuffer =>
  encodeQuotes(
    text.split(', ').map((part) => {
      const cut = part.lastIndexOf(' ')
      return tick(part.slice(0, cut), Number(part.slice(cut + 1)))
    }),
  )

export const marketState = (others: Partial<MarketStateReply> = {}): MarketStateReply => ({
  source: 'simulated',
  clock: 'real',
  speed: 1,
  marketTime: TEN_O_CLOCK,
  wallTime: TEN_O_CLOCK,
  day: '2026-11-23',
  calendarVersion: 'built-in',
  phases: { auctioned: 'continuous', continuous: 'continuous', derivatives: 'continuous' },
  nextChangeAt: null,
  nextChangeWall: null,
  remark: null,
  ...others,
})

export const notification = (uuid: string, others: Partial<NotificationItem> = {}): NotificationItem => ({
  notificationUuid: uuid,
  notificationType: 'order-webhook',
  notificationMsg: `about ${uuid}`,
  deploymentUuid: null,
  deploymentType: 'order',
  algoName: null,
  algoUuid: null,
  slug: null,
  actionType: null,
  scannerName: null,
  alertType: null,
  orderStatus: null,
  orderId: null,
  triggerTime: '2026-11-23T10:00:00+05:30',
  isRead: false,
  ...others,
})
