import type { InstrumentId } from '../../src/domain/instruments/instrument.ts'
import type { MarketShock, ShockKind } from '../market/simulated/shocks/market-shock.ts'
import type { Clock } from '../ports.ts'
import type { UserId } from '../user.ts'
import type { Store } from './database/database.ts'

/** Shocks of days that have been are kept, as the prices of these days follow from them. */
export const createMarketShockStore = ({
  store: { db },
  clock,
}: {
  readonly store: Pick<Store, 'db'>
  readonly clock: Clock
}) => ({
  /** By start. */
  async list(): Promise<readonly MarketShock[]> {
    const rows = await db
      .selectFrom('market_shock')
      .select(['id', 'kind', 'share', 'starts_at', 'ends_at'])
      .orderBy('starts_at')
      .execute()
    return rows.map(({ id, kind, share, starts_at, ends_at }) => ({
      id,
      kind: kind as ShockKind,
      share: share as InstrumentId | null,
      startsAt: Number(starts_at),
      endsAt: Number(ends_at),
    }))
  },

  async add({ id, kind, share, startsAt, endsAt }: MarketShock, ownerId: UserId): Promise<void> {
    await db
      .insertInto('market_shock')
      .values({
        id,
        kind,
        share,
        starts_at: startsAt,
        ends_at: endsAt,
        added_by: ownerId,
        added_at: clock.now(),
      })
      .execute()
  },

  async remove(id: string): Promise<void> {
    await db.deleteFrom('market_shock').where('id', '=', id).execute()
  },
})

export type MarketShockStore = ReturnType<typeof createMarketShockStore>
