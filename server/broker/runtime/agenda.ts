import {
  type Calendar,
  createYearsCheck,
  isTradingDay,
  nextTradingDay,
  type SessionGroup,
} from '../../../src/domain/calendar/calendar.ts'
import { type PhaseWindow, phasesOn } from '../../../src/domain/calendar/market-phase.ts'
import { squareOffMinute } from '../../../src/domain/orders/square-off.ts'
import {
  addDays,
  type EpochMs,
  epochMs,
  type IstDate,
  MINUTE_MS,
  startOfIstDate,
  toIstDate,
} from '../../../src/domain/time.ts'

/** Sequence of duties that are due at one instant. */
export const dutyKinds = [
  /** `settleLast`, at the end of the day, takes whatever price there is. */
  'settle',
  'settleLast',
  'rollDay',
  /** AMOs are sent: those the pre-open accepts first, the others when trading begins. */
  'release',
  'clearIntraday',
  'squareOff',
  'lapse',
] as const
export type DutyKind = (typeof dutyKinds)[number]

export interface Duty {
  readonly at: EpochMs
  readonly kind: DutyKind
  readonly day: IstDate
  readonly group: SessionGroup | null
  readonly isPlainOnly: boolean
  readonly pass: number
}

const groups: readonly SessionGroup[] = ['auctioned', 'continuous', 'derivatives']

/** Cancels are confirmed by then: they take at most a few hundred milliseconds. */
const CLEARED_AFTER_MS = 1000
/** Index closes are known within minutes of the last trade; retried until the day ends. */
const SETTLE_AGAIN_MINUTES = [1, 5, 20]

export const tradingDayOf = (at: EpochMs, calendar: Calendar): IstDate => {
  const date = toIstDate(at)
  return isTradingDay(date, calendar) ? date : nextTradingDay(date, calendar)
}

const isTraded = ({ phase }: PhaseWindow): boolean => phase === 'continuous' || phase === 'closingAuction'

const squareOffMinutes = (
  day: IstDate,
  group: SessionGroup,
  windows: readonly PhaseWindow[],
  calendar: Calendar,
): readonly number[] => {
  const traded = windows.filter(isTraded)
  const from = squareOffMinute(day, group, traded.at(-1)?.to ?? 0, calendar)
  return traded
    .flatMap((window) => Array.from({ length: window.to - window.from }, (_, step) => window.from + step))
    .filter((minute) => minute >= from)
}

export const dutiesOn = (day: IstDate, calendar: Calendar): readonly Duty[] => {
  if (!isTradingDay(day, calendar)) return []
  const midnight = startOfIstDate(day)
  const due: Duty[] = []
  const add = (kind: DutyKind, ms: number, group: SessionGroup | null = null, pass = 0): void => {
    const isPlainOnly = kind === 'release' && pass === 0
    due.push({ at: epochMs(midnight + ms), kind, day, group, pass, isPlainOnly })
  }
  add('rollDay', 0)
  for (const group of groups) {
    const windows = phasesOn(day, group, calendar)
    const close = windows.filter(({ phase }) => phase !== 'postClose').at(-1)?.to
    const open = windows.find(isTraded)?.from
    if (close === undefined || open === undefined) continue
    // The pre-open collects no AMOs of contracts.
    if (group !== 'derivatives') add('release', (windows[0]?.from ?? open) * MINUTE_MS, group, 0)
    add('release', open * MINUTE_MS, group, 1)
    for (const [pass, minute] of squareOffMinutes(day, group, windows, calendar).entries()) {
      add('clearIntraday', minute * MINUTE_MS, group, pass)
      add('squareOff', minute * MINUTE_MS + CLEARED_AFTER_MS, group, pass)
    }
    add('lapse', close * MINUTE_MS, group)
    const afterwards = windows.find(({ phase }) => phase === 'postClose')
    if (afterwards !== undefined) add('lapse', afterwards.to * MINUTE_MS, group)
    if (group === 'derivatives') {
      for (const [pass, minutes] of [0, ...SETTLE_AGAIN_MINUTES].entries())
        add('settle', (close + minutes) * MINUTE_MS, null, pass)
    }
  }
  const end = startOfIstDate(addDays(day, 1)) - midnight
  add('settleLast', end - 1)
  const rank = (duty: Duty): number => dutyKinds.indexOf(duty.kind)
  return due.sort((one, other) => one.at - other.at || rank(one) - rank(other))
}

export const createAgenda = (calendar: Calendar, from: EpochMs) => {
  let day = toIstDate(from)
  let ahead = dutiesOn(day, calendar).filter(({ at }) => at > from)
  /** Last day with a duty done; later days are built anew when the calendar changes. */
  let begun = day
  const checkYears = createYearsCheck(calendar, () => {
    if (day === begun) return
    day = begun
    ahead = []
  })
  const fill = (): void => {
    checkYears()
    while (ahead.length === 0) {
      day = nextTradingDay(day, calendar)
      ahead = [...dutiesOn(day, calendar)]
    }
  }
  return {
    get nextAt(): EpochMs {
      fill()
      return ahead[0]?.at ?? from
    },
    next(until: EpochMs): Duty | null {
      fill()
      const next = ahead[0]
      return next === undefined || next.at > until ? null : next
    },
    pass(): void {
      begun = ahead[0]?.day ?? begun
      ahead = ahead.slice(1)
    },
  }
}
