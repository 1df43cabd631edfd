import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { systemClock } from '../../server/ports.ts'
import type { SessionPair } from '../../server/services/session/sessions.ts'
import { createCandleStore } from '../../server/store/charts/candles.ts'
import { openStore } from '../../server/store/database/database.ts'
import { defaultBases } from '../../src/contract/endpoint.ts'
import {
  commitImport,
  createImport,
  getImport,
  proposeImport,
  sendImportFile,
} from '../../src/contract/instruments/imports.ts'
import { getCandles } from '../../src/contract/instruments/instruments.ts'
import { exchangeCalendar, isTradingDay } from '../../src/domain/calendar/calendar.ts'
import { emptyCandles } from '../../src/domain/charts/candle.ts'
import {
  dayNumberToIstDate,
  type IstDate,
  istDateToDayNumber,
  startOfIstDate,
} from '../../src/domain/time.ts'
import type { FromReaders, ToReaders } from './candle-readers.ts'
import { createHttpClient, type HttpClient } from './http-client.ts'
import { processorSecondsOf, wait } from './load.ts'
import { driveOrders, placeOne, toTrader, waitAt } from './order-load.ts'
import { callAs, openSessions, startServerProcess } from './server-process.ts'

// Orders at a rate, without and with readers of ten years of minutes and an import of 500,000 rows.
// npm run load -- order-path --rate 300 --seconds 20; `--source simulated` reads candles that are computed,
// `--sources` runs the sources instead of dist, `--json FILE` and `--profile FOLDER` write the results there.
const { values: options } = parseArgs({
  options: {
    rate: { type: 'string', default: '300' },
    seconds: { type: 'string', default: '20' },
    readers: { type: 'string', default: '10' },
    rows: { type: 'string', default: '500000' },
    source: { type: 'string', default: 'imported' },
    sources: { type: 'boolean', default: false },
    json: { type: 'string' },
    profile: { type: 'string' },
  },
})

const rate = Number(options.rate)
const seconds = Number(options.seconds)
const readerCount = Number(options.readers)
const ORDERS_A_USER = 5
const userCount = Math.ceil(rate / ORDERS_A_USER)
const CONNECTIONS = 64
const WARM_SECONDS = 5
const MINUTES_A_DAY = 375
const OPEN_MINUTE = 555
const FIRST_DAY = '2016-11-21' as IstDate
const LAST_DAY = '2026-11-20' as IstDate
const DAYS_AT_ONCE = 50
const shares = ['RELIANCE', 'INFY', 'TCS', 'HDFCBANK', 'ICICIBANK', 'SBIN', 'ITC', 'AXISBANK', 'LT', 'MARUTI']

const tradingDays = (): readonly number[] => {
  const days: number[] = []
  for (let day = istDateToDayNumber(FIRST_DAY); day <= istDateToDayNumber(LAST_DAY); day++)
    if (isTradingDay(dayNumberToIstDate(day), exchangeCalendar)) days.push(day)
  return days
}

const stageTenYears = async (dataDir: string, days: readonly number[]): Promise<void> => {
  const store = await openStore({ dataDir, databaseUrl: null })
  const candles = createCandleStore({ store, clock: systemClock })
  for (let n = 0; n < readerCount; n++) {
    const key = `NSE_LOAD${n}`
    const id = randomBytes(12).toString('hex')
    await candles.beginImport(id, { host: 'load', process: process.pid })
    for (let from = 0; from < days.length; from += DAYS_AT_ONCE) {
      await candles.stageDays(
        id,
        'min',
        days.slice(from, from + DAYS_AT_ONCE).map((day) => ({ key, day, candles: dayOf(day) })),
      )
    }
    await candles.publishImport(
      id,
      [key],
      { interval: 'min', onExisting: 'refuse', adjusted: [] },
      { actor: 'load', request: null },
    )
  }
  await store.close()
}

const dayOf = (day: number) => {
  const candles = emptyCandles(MINUTES_A_DAY)
  const midnight = startOfIstDate(dayNumberToIstDate(day))
  for (let row = 0; row < MINUTES_A_DAY; row++) {
    candles.time[row] = midnight + (OPEN_MINUTE + row) * 60_000
    candles.open[row] = 100 + (row % 7)
    candles.high[row] = 108
    candles.low[row] = 99
    candles.close[row] = 100 + ((row + 1) % 7)
    candles.volume[row] = 10 + row
  }
  return candles
}

const csvOf = (days: readonly number[], rows: number): string => {
  const lines: string[] = []
  for (const day of days) {
    for (let minute = 0; minute < MINUTES_A_DAY && lines.length < rows; minute++) {
      const clock = OPEN_MINUTE + minute
      const time = `${String(Math.floor(clock / 60)).padStart(2, '0')}:${String(clock % 60).padStart(2, '0')}`
      lines.push(`${dayNumberToIstDate(day)} ${time},100.05,102.5,99.95,101.${10 + (minute % 90)},${minute}`)
    }
  }
  return `${lines.join('\n')}\n`
}

const startImport = async (client: HttpClient, url: URL, session: SessionPair, csv: string) => {
  const path = (endpoint: { path: string; base: keyof typeof defaultBases }, id = ''): string =>
    `${defaultBases[endpoint.base]}${endpoint.path}${id === '' ? '' : `?import_id=${id}`}`
  const created = await callAs(client, session, 'POST', path(createImport), {})
  const { import_id: id } = (JSON.parse(created.body) as { data: { import_id: string } }).data
  const sent = await fetch(new URL(`${path(sendImportFile, id)}&name=rows.csv`, url), {
    method: sendImportFile.method,
    headers: {
      authorization: `Bearer ${session.token}`,
      cookie: `sid=${session.binding}`,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/octet-stream',
    },
    body: csv,
  })
  if (!sent.ok) throw new Error(`the file was refused: ${await sent.text()}`)
  const proposed = await callAs(client, session, 'POST', path(proposeImport, id), { key: 'NSE_IMPORTED' })
  const { proposal } = (JSON.parse(proposed.body) as { data: { proposal: { options: unknown } } }).data
  const commit = () => callAs(client, session, 'POST', path(commitImport, id), proposal.options)
  const status = async () => {
    const answer = await callAs(client, session, 'GET', path(getImport, id))
    const { state, rows, message } = (
      JSON.parse(answer.body) as { data: { state: string; rows: number; message: string } }
    ).data
    return { state, rows, message }
  }
  return { commit, status }
}

const figuresOf = ({ waits, outcomes, ms }: Awaited<ReturnType<typeof driveOrders>>) => ({
  answeredPerSecond: Math.round((waits.length / ms) * 1000),
  p50Ms: waitAt(waits, 0.5),
  p90Ms: waitAt(waits, 0.9),
  p99Ms: waitAt(waits, 0.99),
  maxMs: waitAt(waits, 1),
  outcomes: Object.fromEntries(outcomes),
})

const startReaders = (url: URL, sessions: readonly SessionPair[]): ChildProcess => {
  const readers = fork(join(import.meta.dirname, 'candle-readers.ts'), [], { execArgv: ['--import', 'tsx'] })
  const pathOf = (n: number): string => {
    const key = options.source === 'imported' ? `NSE_LOAD${n}` : `NSE_${shares[n % shares.length]}`
    const query = new URLSearchParams({ key, interval: 'min', from: FIRST_DAY, to: LAST_DAY })
    return `${defaultBases[getCandles.base]}${getCandles.path}?${query}`
  }
  const message: ToReaders = {
    kind: 'begin',
    url: url.href,
    readers: sessions.map((session, n) => ({ session, path: pathOf(n) })),
  }
  readers.send(message)
  return readers
}

const endReaders = async (readers: ChildProcess): Promise<FromReaders> => {
  const report = new Promise<FromReaders>((done) =>
    readers.once('message', (said) => done(said as FromReaders)),
  )
  readers.send({ kind: 'report' } satisfies ToReaders)
  const said = await report
  readers.disconnect()
  return said
}

const dataDir = mkdtempSync(join(tmpdir(), 'sauda-order-path-'))
try {
  const days = tradingDays()
  const sessions = await openSessions(dataDir, userCount + readerCount + 1)
  const traders = sessions.slice(0, userCount).map(toTrader)
  const importing = sessions.at(-1)
  if (importing === undefined) throw new Error('no session to import with')
  if (options.source === 'imported') await stageTenYears(dataDir, days)
  const server = await startServerProcess({
    dataDir,
    isBuilt: !options.sources,
    profile: options.profile ?? null,
  })
  try {
    const { hostname: host, port } = server.url
    const client = createHttpClient({ host, port: Number(port), connections: CONNECTIONS })
    for (const [index, trader] of traders.entries()) await placeOne(client, trader, index)
    await driveOrders({ client, traders, rate, seconds: WARM_SECONDS })
    await wait(2000)
    const alone = figuresOf(await driveOrders({ client, traders, rate, seconds }))

    const rows = await startImport(client, server.url, importing, csvOf(days, Number(options.rows)))
    const readers = startReaders(server.url, sessions.slice(userCount, userCount + readerCount))
    const cpuBefore = processorSecondsOf(server.pid)
    await rows.commit()
    const beside = figuresOf(await driveOrders({ client, traders, rate, seconds }))
    const serverCpuSeconds = Math.round((processorSecondsOf(server.pid) - cpuBefore) * 10) / 10
    const imported = await rows.status()
    const read = await endReaders(readers)
    client.close()
    const figures = { rate, seconds, source: options.source, alone, beside, read, imported, serverCpuSeconds }
    console.log(JSON.stringify({ ...figures, machineLoad: loadavg()[0] }, null, 2))
    if (options.json !== undefined) writeFileSync(options.json, JSON.stringify(figures, null, 2))
  } finally {
    await server.stop()
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
