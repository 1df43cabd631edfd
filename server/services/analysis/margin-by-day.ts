import { type getMarginByDay, MARGIN_DAYS_MAX } from '../../../src/contract/analysis/margin-by-day.ts'
import type { ReplyOf } from '../../../src/contract/call-types.ts'
import type { DashboardBook } from '../../../src/domain/analysis/dashboard-address.ts'
import type { Calendar } from '../../../src/domain/calendar/calendar.ts'
import { paise, toRupees, toRupeesOrNull } from '../../../src/domain/money.ts'
import type { IstDate } from '../../../src/domain/time.ts'
import type { BrokerHistory, FindInstrument, MarginPeak, MarginPeaks } from '../../broker/history.ts'
import { accountIn } from '../../broker/virtual-account.ts'
import type { MarketClock } from '../../market/market-clock.ts'
import { createLruCache } from '../../market/simulated/lru-cache.ts'
import type { User, UserId } from '../../user.ts'
import { hoursOf } from '../positions/day-pnl.ts'

type Reply = ReplyOf<typeof getMarginByDay>

interface MarginParts {
  readonly history: Pick<BrokerHistory, 'daysOf'>
  readonly peaks: MarginPeaks
  readonly loadListing: () => Promise<{ readonly find: FindInstrument }>
  readonly calendar: Calendar
  readonly clock: Pick<MarketClock, 'now'>
}

const DAYS_KEPT_MAX = 4_096

export const createMarginByDay = ({ history, peaks, loadListing, calendar, clock }: MarginParts) => {
  /** Days that are over, whose entries and prices never change. */
  const over = createLruCache<string, { readonly peak: MarginPeak | null }>(DAYS_KEPT_MAX)

  const peakOf = async (owner: UserId, day: IstDate, find: FindInstrument) => {
    const hours = hoursOf(day, calendar)
    if (hours === null) return null
    const end = Math.min(hours.closesAt, clock.now())
    return peaks(owner, day, { opensAt: hours.opensAt, end, find })
  }

  return async (
    user: User,
    { book, from, to }: { readonly book: DashboardBook; readonly from: string; readonly to: string },
  ): Promise<Reply> => {
    const owner = accountIn(book, user.id)
    const { find } = await loadListing()
    const known = await history.daysOf(owner)
    const inPeriod = known.filter((day) => day >= from && day <= to)
    const days: Reply['days'][number][] = []
    for (const day of inPeriod.slice(-MARGIN_DAYS_MAX)) {
      const key = `${owner} ${day}`
      const kept = over.peek(key)
      const peak = kept === null ? await peakOf(owner, day, find) : kept.peak
      if (day !== known.at(-1)) over.get(key, () => ({ peak }))
      days.push({
        day,
        used: toRupees(peak?.used ?? paise(0)),
        total: toRupeesOrNull(peak?.total ?? null),
        at: peak?.at ?? null,
      })
    }
    return { days, isWhole: inPeriod.length <= MARGIN_DAYS_MAX, asOf: clock.now() }
  }
}
