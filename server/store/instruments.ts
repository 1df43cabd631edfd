import type { Exchange } from '../../src/domain/instruments/instrument.ts'
import type { Clock } from '../ports.ts'
import { withAudit } from './audit.ts'
import type { RequestedBy } from './charts/candle-series.ts'
import type { Store } from './database/database.ts'

/** `csv` is gzip of the specification's columns without the header. */
export interface StoredMaster {
  readonly exchange: Exchange
  readonly rows: number
  readonly source: string
  readonly importedAt: number
  readonly csv: Uint8Array
}

export const createInstrumentStore = ({
  store,
  clock,
}: {
  readonly store: Store
  readonly clock: Clock
}) => ({
  async listMasters(): Promise<readonly StoredMaster[]> {
    return store.db
      .selectFrom('instrument_master')
      .select(['exchange', 'rows', 'source', 'imported_at as importedAt', 'csv'])
      .orderBy('exchange')
      .execute()
  },

  async listExchanges(): Promise<readonly Exchange[]> {
    const masters = await store.db.selectFrom('instrument_master').select('exchange').execute()
    return masters.map(({ exchange }) => exchange)
  },

  /** Changes with every import and with a return to the synthetic master. Cheap: reads no CSV. */
  async readVersion(): Promise<string> {
    const masters = await store.db
      .selectFrom('instrument_master')
      .select(['exchange', 'imported_at', 'rows'])
      .orderBy('exchange')
      .execute()
    return masters.map(({ exchange, imported_at, rows }) => `${exchange}.${imported_at}.${rows}`).join('-')
  },

  async replaceMasters(masters: readonly StoredMaster[], by: RequestedBy): Promise<void> {
    await withAudit({ store, clock }, async (trx, record) => {
      for (const { exchange, rows, source, importedAt, csv } of masters) {
        await trx.deleteFrom('instrument_master').where('exchange', '=', exchange).execute()
        await trx
          .insertInto('instrument_master')
          .values({ exchange, rows, source, imported_at: importedAt, csv })
          .execute()
        await record({ ...by, action: 'instruments.replaced', object: exchange, detail: { source, rows } })
      }
    })
  },

  async deleteMasters(by: RequestedBy): Promise<void> {
    await withAudit({ store, clock }, async (trx, record) => {
      await trx.deleteFrom('instrument_master').execute()
      await record({ ...by, action: 'instruments.replaced', object: 'all', detail: { source: 'synthetic' } })
    })
  },
})

export type InstrumentStore = ReturnType<typeof createInstrumentStore>
