import type { FastifyInstance } from 'fastify'
import { getMarketState } from '../../src/contract/instruments.ts'
import {
  findCalendarRemark,
  isTradingDay,
  nextTradingDay,
  type SessionGroup,
} from '../../src/domain/calendar.ts'
import { phaseAt, phasesOn } from '../../src/domain/market-phase.ts'
import { type EpochMs, epochMs, MINUTE_MS, startOfIstDate, toIstDate } from '../../src/domain/time.ts'
import type { Market } from '../market/market.ts'
import { speedOf } from '../market/market-clock.ts'
import type { Clock } from '../ports.ts'
import { serve } from './serve.ts'

const groups: readonly SessionGroup[] = ['auctioned', 'continuous', 'derivatives']

/** Instants of market time at which a phase begins or ends, of this day and the next trading day, ascending. */
const changesAfter = (now: EpochMs, calendar: Market['calendar']): readonly number[] => {
  const today = toIstDate(now)
  const days = [today, nextTradingDay(today, calendar)]
  const instants = days.flatMap((day) =>
    groups.flatMap((group) =>
      phasesOn(day, group, calendar).flatMap(({ from, to }) =>
        [from, to].map((minute) => startOfIstDate(day) + minute * MINUTE_MS),
      ),
    ),
  )
  return instants.filter((at) => at > now).sort((a, b) => a - b)
}

export const marketStateRoutes = (
  app: FastifyInstance,
  { clock: marketClock, calendar, source }: Pick<Market, 'clock' | 'calendar' | 'source'>,
  clock: Clock,
): void => {
  serve(app, getMarketState, async () => {
    const now = marketClock.now()
    const today = toIstDate(now)
    const changes = changesAfter(now, calendar)
    const next = changes[0]
    const isOver = next === undefined || toIstDate(next) !== today
    const day = isTradingDay(today, calendar) && !isOver ? today : nextTradingDay(today, calendar)
    return {
      source,
      clock: marketClock.mode.kind,
      speed: speedOf(marketClock.mode),
      marketTime: now,
      wallTime: clock.now(),
      day,
      phases: {
        auctioned: phaseAt('auctioned', now, calendar),
        continuous: phaseAt('continuous', now, calendar),
        derivatives: phaseAt('derivatives', now, calendar),
      },
      nextChangeAt: next ?? null,
      nextChangeWall: next === undefined ? null : marketClock.wallOf(epochMs(next)),
      remark: findCalendarRemark(Number(day.slice(0, 4)), calendar),
    }
  })
}
