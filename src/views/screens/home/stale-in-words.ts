import { toIstClock } from '../../../domain/time.ts'

/** Null: quotes arrive, but some are old. */
export const staleInWords = (lostAt: number | null): string =>
  lostAt === null ? ', stale prices' : `, no quotes since ${toIstClock(lostAt)}`
