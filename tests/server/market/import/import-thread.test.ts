import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { KyselyPlugin } from 'kysely'
import { describe, expect, test } from 'vitest'
import { composeImporting } from '../../../../server/compose-importing.ts'
import { createLog } from '../../../../server/log.ts'
import { createSecretWatch } from '../../../../server/services/session/secret-watch.ts'
import { createCandleStore } from '../../../../server/store/charts/candles.ts'
import { openStore, openStoreToRead, type StoreLocation } from '../../../../server/store/database/database.ts'
import {
  commitImport,
  createImport,
  getImport,
  proposeImport,
  sendImportFile,
} from '../../../../src/contract/instruments/imports.ts'
import { adjustStoredSeries } from '../../../../src/contract/instruments/instruments.ts'
import { clockAt } from '../../../support/clock.ts'
import { minuteLines } from '../../../support/market/candle-import.ts'
import { dataOf, sessionHeaders, startServer, urlOf } from '../../../support/server/server.ts'
import { hasPostgres, makePostgres, throwAwayFolder } from '../../../support/server/stores.ts'

const HEADER = 'date,open,high,low,close,volume\n'
const DAYS = ['2024-04-01', '2024-04-02', '2024-04-03']
const places = [
  { name: 'SQLite', isAbsent: false, make: async () => ({ url: null, drop: async () => {} }) },
  { name: 'PostgreSQL', isAbsent: !hasPostgres, make: makePostgres },
]

const startImporting = async (url: string | null) => {
  const location: StoreLocation = { dataDir: throwAwayFolder(), databaseUrl: url }
  const logged: string[] = []
  const log = createLog({
    level: 'warn',
    secrets: createSecretWatch(),
    write: (line) => logged.push(line),
  })
  const serverDir = resolve(import.meta.dirname, '../../../../server')
  const importing = composeImporting({ location, clock: clockAt('2026-11-20 10:00'), log, serverDir })
  const written: string[] = []
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (JSON.stringify(node).includes('candle_chunk')) written.push(node.kind)
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const server = await startServer({
    open: async () => {
      const store = await openStore(location)
      return { ...store, db: store.db.withPlugin(plugin) }
    },
    importing: { runImport: importing.run, runAdjust: importing.adjust },
  })
  const session = await server.enter('asha')
  written.length = 0

  const bring = async (text: string) => {
    const { import_id: id } = dataOf(createImport, await server.call(session, createImport, { body: {} }))
    const query = { import_id: id }
    await server.app.inject({
      method: 'PUT',
      url: urlOf(sendImportFile, { ...query, name: 'rows.csv' }),
      headers: { ...sessionHeaders(session), 'content-type': 'application/octet-stream' },
      payload: text,
    })
    const asked = await server.call(session, proposeImport, { query, body: { key: 'NSE_INFY' } })
    const { proposal } = dataOf(proposeImport, asked)
    await server.call(session, commitImport, { query, body: proposal?.options })
    for (;;) {
      const found = dataOf(getImport, await server.call(session, getImport, { query }))
      if (found.state !== 'running') return found
      await wait(5)
    }
  }
  const listSeries = async () => {
    const store = await openStoreToRead(location)
    const series = await createCandleStore({ store, clock: server.clock }).listSeries()
    const staged = await store.db
      .selectFrom('candle_import')
      .selectAll()
      .where('state', '=', 'staging')
      .execute()
    await store.close()
    return { series: series.map(({ key, rows, days }) => [key, rows, days]), staged }
  }
  const close = async () => {
    await server.close()
    await importing.close()
  }
  const adjust = async () =>
    server.call(session, adjustStoredSeries, { body: { key: 'NSE_INFY', interval: 'min' } })
  return { bring, adjust, listSeries, written, logged, close }
}

describe.each(places)('imports in a thread of their own on $name', ({ isAbsent, make }) => {
  test.skipIf(isAbsent)(
    'store all rows or none, and no candle is written on the connection of orders',
    async () => {
      const { url, drop } = await make()
      const { bring, adjust, listSeries, written, logged, close } = await startImporting(url)
      try {
        const lines = minuteLines(DAYS)
        const bad = await bring(HEADER + lines.replace('2024-04-03 15:00,100', '2024-04-03 15:00,dear'))
        expect([bad.state, bad.bad_rows.map(({ line }) => line), await listSeries()]).toEqual([
          'failed',
          [1097],
          { series: [], staged: [] },
        ])
        const good = await bring(HEADER + lines)
        expect([good.state, good.rows, await listSeries()]).toEqual([
          'done',
          1125,
          { series: [['NSE_INFY', 1125, 3]], staged: [] },
        ])
        const split = ['09:15', '09:16'].map((time) => `2024-04-04 ${time},10,11,9,10,5\n`).join('')
        expect((await bring(HEADER + split)).state).toEqual('done')
        expect((await adjust()).json().data).toMatchObject([{ open: 10, ratio: { from: 1, to: 10 } }])
        expect((await adjust()).statusCode).toEqual(409)
        expect(await listSeries()).toEqual({ series: [['NSE_INFY', 1127, 4]], staged: [] })
        expect([written, logged]).toEqual([[], []])
      } finally {
        await close()
        await drop()
      }
    },
  )
})
