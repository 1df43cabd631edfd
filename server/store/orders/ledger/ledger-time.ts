import { type EpochMs, epochMs } from '../../../../src/domain/time.ts'
import type { Store } from '../../database/database.ts'

/** Market time never begins before this. Null for an empty log. */
export const readLedgerTime = async ({ db }: Pick<Store, 'db'>): Promise<EpochMs | null> => {
  const last = await db
    .selectFrom('ledger_event')
    .select('at')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last === undefined ? null : epochMs(Number(last.at))
}
