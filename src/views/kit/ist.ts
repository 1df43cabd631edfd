import dayjs, { type Dayjs } from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import { IST_OFFSET_MS } from '../../domain/time.ts'

dayjs.extend(utc)

/** The wall clock of India at an instant. Kept in UTC underneath, so that stepping by days and months is exact. */
export const istClock = (at: number): Dayjs => dayjs.utc(at + IST_OFFSET_MS)

/** The instant at which India's wall clock shows this. */
export const instantOf = (clock: Dayjs): number => clock.valueOf() - IST_OFFSET_MS
