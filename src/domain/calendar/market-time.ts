import { type IstDate, toIstDate } from '../time.ts'

/** Times in epoch ms, as the server reported them; `nextChange…` is the next jump of market time. */
export interface ReportedTimes {
  readonly marketTime: number
  readonly wallTime: number
  readonly nextChangeAt: number | null
  readonly nextChangeWall: number | null
}

/** Market time and this page's corrected clock at one instant, in epoch ms. */
export interface MarketAnchor {
  readonly marketTime: number
  readonly at: number
  readonly speed: number
}

export interface MarketTimeKnown {
  readonly market: ReportedTimes | null
  readonly anchor: MarketAnchor | null
}

/** When the reply was made, on this page's clock. */
const anchorOfReply = (market: ReportedTimes, anchor: MarketAnchor): number =>
  anchor.at - (anchor.marketTime - market.marketTime) / anchor.speed

/** Epoch ms, null until known. Jumps at a change that the server has announced. */
export const marketTimeAt = ({ market, anchor }: MarketTimeKnown, now: number): number | null => {
  if (market === null || anchor === null) return null
  const { nextChangeAt, nextChangeWall } = market
  const running = anchor.marketTime + (now - anchor.at) * anchor.speed
  if (nextChangeAt === null || nextChangeWall === null || anchor.marketTime >= nextChangeAt) return running
  const untilChange = nextChangeWall - market.wallTime
  const changeAt = anchorOfReply(market, anchor) + untilChange
  return now < changeAt ? Math.min(running, nextChangeAt) : nextChangeAt + (now - changeAt) * anchor.speed
}

export const marketDayAt = (known: MarketTimeKnown, now: number): IstDate =>
  toIstDate(marketTimeAt(known, now) ?? now)
