import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { IMPORT_FILES_MAX } from '../../../../server/market/import/import-service.ts'
import {
  cancelImport,
  commitImport,
  createImport,
  getImport,
  proposeImport,
  sendImportFile,
} from '../../../../src/contract/instruments/imports.ts'
import { getStoredSeries } from '../../../../src/contract/instruments/instruments.ts'
import { minuteLines } from '../../../support/market/candle-import.ts'
import {
  dataOf,
  type Session,
  sessionHeaders,
  startServer,
  type TestServer,
  urlOf,
} from '../../../support/server/server.ts'

const HEADER = 'date,open,high,low,close,volume\n'

describe('imports over HTTP', () => {
  let server: TestServer
  let trader: Session
  beforeEach(async () => {
    server = await startServer()
    trader = await server.enter('asha')
  })
  afterEach(() => server.close())

  const begin = async (session = trader) =>
    dataOf(createImport, await server.call(session, createImport, { body: {} })).import_id
  const send = (id: string, name: string, text: string | Buffer, session = trader) =>
    server.app.inject({
      method: 'PUT',
      url: urlOf(sendImportFile, { import_id: id, name }),
      headers: { ...sessionHeaders(session), 'content-type': 'application/octet-stream' },
      payload: text,
    })
  const propose = (id: string, body: object = {}) =>
    server.call(trader, proposeImport, { query: { import_id: id }, body })
  const status = async (id: string) =>
    dataOf(getImport, await server.call(trader, getImport, { query: { import_id: id } }))
  const commit = (id: string, options: object) =>
    server.call(trader, commitImport, { query: { import_id: id }, body: options })
  const finish = async (id: string) => {
    for (;;) {
      const found = await status(id)
      if (found.state !== 'running') return found
      // Injected calls never leave the turn they are made in; the import needs one of its own.
      await nextTurn()
    }
  }
  const spooled = () => {
    const folder = join(server.config.dataDir, 'imports')
    return existsSync(folder) ? readdirSync(folder, { recursive: true }).map(String).sort() : []
  }

  test('files are sent, looked at, read and gone', async () => {
    const id = await begin()
    await send(id, 'INFY_2.csv.gz', gzipSync(HEADER + minuteLines(['2024-04-02'])))
    const sent = await send(id, '../INFY_1.csv', HEADER + minuteLines(['2024-04-01']))
    expect(dataOf(sendImportFile, sent).files.map(({ name }) => name)).toEqual([
      'INFY_2.csv.gz',
      'INFY_1.csv',
    ])
    expect(spooled()).toEqual([id, `${id}/0`, `${id}/1`])

    const proposed = dataOf(proposeImport, await propose(id))
    expect([proposed.state, proposed.proposal?.sample[0]]).toEqual([
      'proposed',
      {
        line: 2,
        text: '2024-04-02 09:15,100,102,99,101,0',
        reads: '2024-04-02 09:15 open 100 high 102 low 99 close 101 volume 0',
      },
    ])
    const options = proposed.proposal?.options ?? {}
    expect(options).toEqual({
      key: 'NSE_INFY',
      instruments_from: 'key',
      interval: 'min',
      mapping: {
        delimiter: ',',
        has_header: true,
        date: 0,
        time: null,
        time_format: 'iso',
        open: 1,
        high: 2,
        low: 3,
        close: 4,
        volume: 5,
        open_interest: null,
        symbol: null,
        series: null,
      },
      time_zone: 'Asia/Kolkata',
      time_marks: 'open',
      outside_session: 'refuse',
      on_existing: 'refuse',
      on_breaks: 'refuse',
      on_bad_rows: 'refuse',
      on_bad_ranges: 'refuse',
      row_order: 'ascending',
      other_symbols: 'refuse',
    })

    expect(dataOf(commitImport, await commit(id, options)).state).toBe('running')
    const done = await finish(id)
    expect([
      done.state,
      done.rows,
      done.days,
      done.first_day,
      done.last_day,
      done.bytes_read === done.bytes_total,
    ]).toEqual(['done', 750, 2, '2024-04-01', '2024-04-02', true])
    expect(spooled()).toEqual([])
    const stored = dataOf(getStoredSeries, await server.call(trader, getStoredSeries))
    expect(stored.map(({ key, interval, rows }) => [key, interval, rows])).toEqual([['NSE_INFY', 'min', 750]])
  })

  test('bad rows are listed with their lines and nothing is stored', async () => {
    const id = await begin()
    await send(id, 'INFY.csv', `${HEADER}2024-04-01 09:15,1,2,1,2,0\n2024-04-01 09:16,1,2,1,9,0\n`)
    await commit(id, dataOf(proposeImport, await propose(id)).proposal?.options ?? {})
    const failed = await finish(id)
    expect([failed.state, failed.message, failed.remedies, failed.bad_row_count, failed.bad_rows]).toEqual([
      'failed',
      '1 of 2 rows cannot be used (1 that cannot be read or appear twice); nothing was imported.',
      ['rows'],
      1,
      [
        {
          file: 'INFY.csv',
          line: 3,
          reason: 'close 9 is outside low 1 to high 2',
          text: '2024-04-01 09:16,1,2,1,9,0',
        },
      ],
    ])
    expect(dataOf(getStoredSeries, await server.call(trader, getStoredSeries))).toEqual([])
  })

  test('bad rows are left out by choice, and still listed', async () => {
    const id = await begin()
    await send(id, 'INFY.csv', `${HEADER}2024-04-01 09:15,1,2,1,2,0\n2024-04-01 09:16,1,2,1,9,0\n`)
    const options = dataOf(proposeImport, await propose(id)).proposal?.options
    await commit(id, { ...options, on_bad_rows: 'skip' })
    const done = await finish(id)
    expect([done.state, done.rows, done.bad_row_count, done.bad_rows[0]?.line]).toEqual(['done', 1, 1, 3])
  })

  test('given options show how they read the first rows', async () => {
    const id = await begin()
    await send(id, 'x.csv', 'k,l,m,n,o\n2,1,3,2,2024-04-01\n'.replace('k', 'INFY rows'))
    const proposed = dataOf(proposeImport, await propose(id)).proposal
    const options = { ...proposed?.options, mapping: { ...proposed?.options.mapping } }
    Object.assign(options.mapping, { date: 4, open: 0, high: 2, low: 1, close: 3, time_format: 'iso' })
    const again = dataOf(proposeImport, await propose(id, { options })).proposal
    expect([proposed?.sample[0]?.reads.startsWith('rejected'), again?.sample[0]?.reads]).toEqual([
      true,
      '2024-04-01 00:00 open 2 high 3 low 1 close 2 volume 0',
    ])
    expect([proposed?.remarks.length, again?.remarks]).toEqual([2, []])
  })

  test('an import belongs to whoever began it', async () => {
    const id = await begin()
    const other = await server.enter('ravi')
    const answers = await Promise.all([
      server.call(other, getImport, { query: { import_id: id } }),
      server.call(other, cancelImport, { query: { import_id: id } }),
      server.call(other, proposeImport, { query: { import_id: id }, body: {} }),
      send(id, 'INFY.csv', HEADER, other),
    ])
    expect(answers.map((answer) => [answer.statusCode, answer.json().message])).toEqual(
      Array(4).fill([404, 'Import not found; start it again']),
    )
  })

  test('steps out of order are refused in words', async () => {
    const id = await begin()
    const early = await propose(id)
    const options = {
      key: 'NSE_INFY',
      interval: 'min',
      mapping: {
        delimiter: ',',
        has_header: true,
        date: 0,
        time: null,
        time_format: 'iso',
        open: 1,
        high: 2,
        low: 3,
        close: 4,
        volume: null,
        open_interest: null,
        symbol: null,
      },
      time_zone: 'UTC',
      time_marks: 'open',
      outside_session: 'skip',
      on_existing: 'replace',
    }
    const unready = await commit(id, options)
    expect([early, unready].map((answer) => [answer.statusCode, answer.json().message])).toEqual([
      [409, 'Send a file first'],
      [409, 'This import is not ready to start'],
    ])
    await send(id, 'INFY.csv', HEADER + minuteLines(['2024-04-01']))
    await propose(id)
    const wrong = await commit(id, {
      ...options,
      key: 'INFY',
      mapping: { ...options.mapping, open: -1, close: 0.5, time_format: 'HH:mm' },
    })
    expect([wrong.statusCode, wrong.json().issues]).toEqual([
      400,
      [
        'key: INFY does not begin with a segment, as in NSE_INFY',
        'mapping.open: -1 is not a column from 0 to 199',
        'mapping.close: 0.5 is not a column from 0 to 199',
        'mapping.time_format: HH:mm names no year and day',
      ],
    ])
  })

  test('a file that cannot be read is refused in words, and another may be sent', async () => {
    const id = await begin()
    await send(id, 'INFY.csv', Buffer.from('504b0304', 'hex'))
    const refused = await propose(id)
    expect([refused.statusCode, refused.json().message]).toEqual([
      400,
      'INFY.csv is a zip archive that cannot be read (Corrupted zip).',
    ])
    await send(id, 'INFY.csv', HEADER + minuteLines(['2024-04-01']))
    expect(dataOf(proposeImport, await propose(id, { key: 'banknifty' })).proposal?.options.key).toBe(
      'INDICES_NIFTY BANK',
    )
  })

  test('one file more than an import takes is refused', async () => {
    const id = await begin()
    for (let index = 0; index < IMPORT_FILES_MAX; index++)
      expect((await send(id, `INFY_${index}.csv`, 'x')).statusCode).toBe(200)
    const more = await send(id, `INFY_${IMPORT_FILES_MAX}.csv`, 'x')
    expect([more.statusCode, more.json().message]).toEqual([413, 'One import takes 512 files at most'])
  })

  test('each symbol by itself needs a column of symbols, and names that begin with a segment', async () => {
    const id = await begin()
    await send(id, 'day.csv', HEADER + minuteLines(['2024-04-01']))
    const options = dataOf(proposeImport, await propose(id)).proposal?.options ?? {}
    const refused = await commit(id, {
      ...options,
      instruments_from: 'symbol_column',
      only_keys: ['NSE_INFY', 'INFY'],
    })
    expect([refused.statusCode, refused.json().issues]).toEqual([
      400,
      [
        'only_keys: INFY does not begin with a segment, as in NSE_INFY',
        'mapping.symbol: choose the column of symbols, or import one instrument',
      ],
    ])
  })

  test('a cancelled import is over and leaves no file; a new one takes the place of one not started', async () => {
    const id = await begin()
    await send(id, 'INFY.csv', HEADER)
    const cancelled = dataOf(
      cancelImport,
      await server.call(trader, cancelImport, { query: { import_id: id } }),
    )
    expect([cancelled.state, spooled()]).toEqual(['cancelled', []])
    expect((await send(id, 'INFY.csv', HEADER)).json().message).toBe('This import takes no more files')

    const second = await begin()
    await send(second, 'INFY.csv', HEADER)
    await begin()
    expect(spooled()).toEqual([])
    expect((await server.call(trader, getImport, { query: { import_id: second } })).statusCode).toBe(404)
  })

  test('a day of a real file arrives as it is written', async () => {
    const id = await begin()
    const name = 'RELIANCE.csv'
    await send(id, name, readFileSync(join(import.meta.dirname, '../../../vectors/candles', name)))
    await commit(id, dataOf(proposeImport, await propose(id)).proposal?.options ?? {})
    expect((await finish(id)).rows).toBe(26)
  })
})
