import type { FastifyInstance } from 'fastify'
import { getMarketState } from '../../../../src/contract/instruments/instruments.ts'
import {
  findCalendarRemark,
  isTradingDay,
  nextTradingDay,
  type SessionGroup,
} from '../../../../src/domain/calendar/calendar.ts'
import { phaseAt, phasesOn } from '../../../../src/domain/calendar/market-phase.ts'
import {
  type EpochMs,
  epochMs,
  type IstDate,
  MINUTE_MS,
  startOfIstDate,
  toIstDate,
} from '../../../../src/domain/time.ts'
import type { Market } from '../../../market/market.ts'
import { speedOf } from '../../../market/market-clock.ts'
import { serve } from '../../serve.ts'

const groups: readonly SessionGroup[] = ['auctioned', 'continuous', 'derivatives']

const changesAfter = (
  now: EpochMs,
  {
    calendar,
    nextDay,
    endsAt,
  }: Pick<Market, 'calendar'> & { nextDay: IstDate | null; endsAt: EpochMs | null },
): readonly number[] => {
  const days = nextDay === null ? [toIstDate(now)] : [toIstDate(now), nextDay]
  const instants = days.flatMap((day) =>
    groups.flatMap((group) =>
      phasesOn(day, group, calendar).flatMap(({ from, to }) =>
        [from, to].map((minute) => startOfIstDate(day) + minute * MINUTE_MS),
      ),
    ),
  )
  return instants.filter((at) => at > now && at <= (endsAt ?? at)).sort((a, b) => a - b)
}

const REPLAY_ENDED = 'The replay has reached the end of the stored days.'

export const marketStateRoutes = (
  app: FastifyInstance,
  { clock: marketClock, calendar, source, replay }: Pick<Market, 'clock' | 'calendar' | 'source' | 'replay'>,
): void => {
  serve(app, getMarketState, async () => {
    const now = marketClock.now()
    const today = toIstDate(now)
    const { livedDays = null, endsAt = null } = replay ?? {}
    const nextDay =
      livedDays === null ? nextTradingDay(today, calendar) : (livedDays.find((date) => date > today) ?? null)
    const [next] = changesAfter(now, { calendar, nextDay, endsAt })
    const isDone = next === undefined || toIstDate(next) !== today
    const day = nextDay === null || (isTradingDay(today, calendar) && !isDone) ? today : nextDay
    const hasEnded = endsAt !== null && now >= endsAt
    return {
      source,
      clock: marketClock.mode.kind,
      speed: speedOf(marketClock.mode),
      marketTime: now,
      wallTime: marketClock.wall(),
      day,
      calendarVersion: calendar.version,
      phases: {
        auctioned: phaseAt('auctioned', now, calendar),
        continuous: phaseAt('continuous', now, calendar),
        derivatives: phaseAt('derivatives', now, calendar),
      },
      nextChangeAt: next ?? null,
      nextChangeWall: next === undefined ? null : marketClock.wallOf(epochMs(next)),
      remark: hasEnded ? REPLAY_ENDED : findCalendarRemark(Number(day.slice(0, 4)), calendar),
    }
  })
}
