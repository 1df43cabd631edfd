import dayjs, { type Dayjs } from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import { IST_OFFSET_MS } from '../../domain/time.ts'

dayjs.extend(utc)

/** IST wall clock, held as UTC, so that steps of days and months are exact. */
export const istClock = (at: number): Dayjs => dayjs.utc(at + IST_OFFSET_MS)

export const instantOf = (clock: Dayjs): number => clock.valueOf() - IST_OFFSET_MS
