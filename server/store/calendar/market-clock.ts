import { type EpochMs, epochMs } from '../../../src/domain/time.ts'
import type { Store } from '../database/database.ts'

const ROW = 1

/** There is one market, so one row; its time never goes back. */
export const createMarketClockStore = ({ db }: Pick<Store, 'db'>) => ({
  async read(): Promise<EpochMs | null> {
    const row = await db
      .selectFrom('market_clock')
      .select('market_at')
      .where('id', '=', ROW)
      .executeTakeFirst()
    return row === undefined ? null : epochMs(row.market_at)
  },

  async write(at: EpochMs): Promise<void> {
    await db
      .insertInto('market_clock')
      .values({ id: ROW, market_at: at })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet({ market_at: at }).where('market_clock.market_at', '<', at),
      )
      .execute()
  },
})
