import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { pino } from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { FileFault } from '../../../server/market/import/text-lines.ts'
import { createMarket, type Market } from '../../../server/market/market.ts'
import { readMasterFile } from '../../../server/market/master/import-master.ts'
import { readKiteMaster } from '../../../server/market/master/kite-master.ts'
import { universeFlags } from '../../../server/market/master/universe.ts'
import { createInstrumentStore } from '../../../server/store/instruments.ts'
import { isTradingDay } from '../../../src/domain/calendar/calendar.ts'
import { parseContractSymbol } from '../../../src/domain/instruments/contract-symbol.ts'
import { instrumentId } from '../../../src/domain/instruments/instrument.ts'
import type { IstDate } from '../../../src/domain/time.ts'
import { clockAt } from '../../support/clock.ts'
import { TEST_MS } from '../../support/limits.ts'
import { fileOf } from '../../support/market/candle-import.ts'
import { stores, throwAwayFolder } from '../../support/server/stores.ts'
import { sharedData } from '../../support/shared-data.ts'

/** Making a master takes a second of a free core, and there may be little of one. */
const LONG_MS = TEST_MS

const HEADER =
  'instrument_token,exchange_token,tradingsymbol,name,last_price,expiry,strike,tick_size,lot_size,instrument_type,segment,exchange,universe'

const open = async (now: string, store = stores[0].open()) => {
  const clock = clockAt(now)
  const database = await store
  const market = await createMarket({
    store: database,
    clock,
    config: {
      dataDir: throwAwayFolder(),
      market: 'simulated',
      marketSeed: 1,
      marketClock: { kind: 'real' },
      marketStart: null,
    },
    log: pino({ level: 'silent' }),
  })
  return { market, clock, database, instruments: createInstrumentStore({ store: database, clock }) }
}

const linesOf = async (market: Market): Promise<readonly string[]> =>
  gunzipSync(await (await market.master.load()).gzip())
    .toString('utf8')
    .trimEnd()
    .split('\n')

describe('the synthetic master', () => {
  let lines: readonly string[] = []
  let rows: readonly (readonly string[])[] = []
  beforeAll(async () => {
    const { market, database } = await open('2026-11-21 10:00')
    lines = await linesOf(market)
    rows = lines.slice(1).map((line) => line.split(','))
    await database.close()
  }, LONG_MS)
  const column = (name: string) => HEADER.split(',').indexOf(name)
  const field = (row: readonly string[], name: string) => row[column(name)] ?? ''

  test('is a table of about 100,000 rows and 13 columns, its header first', () => {
    expect(lines[0]).toBe(HEADER)
    expect(rows.length).toBeGreaterThan(95_000)
    expect(rows.length).toBeLessThan(110_000)
    expect(rows.filter((row) => row.length !== 13)).toEqual([])
    expect(lines.filter((line) => line.includes('"'))).toEqual([])
  })

  test('has every segment of the specification and no other', () => {
    const counts = new Map<string, number>()
    for (const row of rows) counts.set(field(row, 'segment'), (counts.get(field(row, 'segment')) ?? 0) + 1)
    expect([...counts.keys()].sort()).toEqual([
      'BFO-FUT',
      'BFO-OPT',
      'BSE',
      'INDICES',
      'NFO-FUT',
      'NFO-OPT',
      'NSE',
    ])
    expect(
      Object.fromEntries(
        ['NSE', 'BSE', 'NFO-FUT', 'BFO-FUT'].map((segment) => [segment, counts.get(segment)]),
      ),
    ).toEqual({
      NSE: 2750,
      BSE: 4500,
      'NFO-FUT': 639,
      'BFO-FUT': 576,
    })
  })

  test('tokens and keys are unique, and a token follows from its exchange token', () => {
    const tokens = new Set(rows.map((row) => field(row, 'instrument_token')))
    const keys = new Set(rows.map((row) => `${field(row, 'exchange')}:${field(row, 'tradingsymbol')}`))
    const codes: Record<string, number> = { NSE: 1, NFO: 2, BSE: 4, BFO: 5 }
    const wrong = rows.filter((row) => {
      const code = field(row, 'segment') === 'INDICES' ? 9 : codes[field(row, 'exchange')]
      return (
        Number(field(row, 'instrument_token')) !== Number(field(row, 'exchange_token')) * 256 + (code ?? 0)
      )
    })
    expect([tokens.size, keys.size, wrong]).toEqual([rows.length, rows.length, []])
  })

  test.each([
    ['256265,1001,NIFTY 50,NIFTY 50,0,,0,0,0,EQ,INDICES,NSE,000000'],
    ['260105,1016,NIFTY BANK,NIFTY BANK,0,,0,0,0,EQ,INDICES,NSE,000000'],
    ['265,1,SENSEX,SENSEX,0,,0,0,0,EQ,INDICES,BSE,000000'],
    ['408065,1594,INFY,Infosys,0,,0,0.1,1,EQ,NSE,NSE,111101'],
    ['738561,2885,RELIANCE,Reliance Industries,0,,0,0.1,1,EQ,NSE,NSE,111101'],
    ['128028676,500112,SBIN,State Bank of India,0,,0,0.05,1,EQ,BSE,BSE,000001'],
  ])('holds %s', (line) => {
    expect(lines.filter((other) => other === line)).toEqual([line])
  })

  test('every derivative is alive, ends on a trading day and says its own symbol', () => {
    const derivatives = rows.filter((row) => field(row, 'expiry') !== '')
    const roots = new Set(derivatives.map((row) => field(row, 'name')))
    const wrong = derivatives.filter((row) => {
      const expiry = field(row, 'expiry')
      const parsed = parseContractSymbol(field(row, 'tradingsymbol'), (root) => roots.has(root))
      const saysSo =
        parsed !== null &&
        parsed.root === field(row, 'name') &&
        parsed.strike === Number(field(row, 'strike')) &&
        parsed.type === field(row, 'instrument_type') &&
        expiry.startsWith(`${parsed.year}-${String(parsed.month).padStart(2, '0')}`) &&
        (parsed.day === null || Number(expiry.slice(8)) === parsed.day)
      return (
        !saysSo ||
        expiry < '2026-11-21' ||
        !isTradingDay(expiry as IstDate) ||
        Number(field(row, 'lot_size')) <= 0
      )
    })
    expect([derivatives.length > 80_000, wrong]).toEqual([true, []])
  })

  test('every option has its twin, and every underlying is listed', () => {
    const symbols = new Set(rows.map((row) => field(row, 'tradingsymbol')))
    const options = rows.filter((row) => ['CE', 'PE'].includes(field(row, 'instrument_type')))
    const alone = options.filter((row) => {
      const symbol = field(row, 'tradingsymbol')
      return !symbols.has(symbol.endsWith('CE') ? symbol.replace(/CE$/, 'PE') : symbol.replace(/PE$/, 'CE'))
    })
    const shares = new Set(
      rows.filter((row) => field(row, 'segment') === 'NSE').map((row) => field(row, 'tradingsymbol')),
    )
    const indices = ['NIFTY', 'BANKNIFTY', 'FINNIFTY', 'MIDCPNIFTY', 'NIFTYNXT50', 'SENSEX', 'BANKEX']
    const unknown = [...new Set(options.map((row) => field(row, 'name')))].filter(
      (name) => !shares.has(name) && !indices.includes(name),
    )
    expect([options.length > 80_000, alone, unknown]).toEqual([true, [], []])
  })

  test('strikes surround the price of the underlying', () => {
    const strikes = rows
      .filter((row) => field(row, 'name') === 'NIFTY' && field(row, 'expiry') === '2026-12-01')
      .map((row) => Number(field(row, 'strike')))
    expect([
      Math.min(...strikes) < 23_000,
      Math.max(...strikes) > 25_000,
      strikes.every((strike) => strike % 50 === 0),
    ]).toEqual([true, true, true])
  })

  test('universes have their sizes and lie within each other', () => {
    const flags = rows.filter((row) => field(row, 'segment') === 'NSE').map((row) => field(row, 'universe'))
    const sizes = [0, 1, 2, 3, 4, 5].map((index) => flags.filter((flag) => flag[index] === '1').length)
    expect(sizes).toEqual([50, 100, 200, 500, 14, 30])
    expect(flags.filter((flag) => /^.*10/.test(flag.slice(0, 4)))).toEqual([])
    expect([
      universeFlags('BSE', 'INFY'),
      universeFlags('NSE', 'NOSUCH'),
      universeFlags('NFO-FUT', 'INFY'),
    ]).toEqual(['000001', '000000', '000000'])
  })
})

describe('the instrument master', () => {
  test(
    'is made anew when the Indian day turns, and is the same again for the same day',
    async () => {
      const { market, clock, database } = await open('2026-11-23 23:59')
      const before = await market.master.load()
      expect(await market.master.load()).toBe(before)
      clock.advance(61_000)
      const after = await market.master.load()
      const ended = instrumentId('NFO-FUT', 'NIFTY26NOVFUT')
      expect([before.has(ended), after.has(ended), before.version === after.version]).toEqual([
        true,
        false,
        false,
      ])
      const again = await open('2026-11-23 09:00')
      const gzip = await before.gzip()
      expect((await (await again.market.master.load()).gzip()).equals(gzip)).toBe(true)
      expect(brotliDecompressSync(await before.brotli()).equals(gunzipSync(gzip))).toBe(true)
      await Promise.all([database.close(), again.database.close()])
    },
    LONG_MS,
  )
})

const KITE =
  'instrument_token,exchange_token,tradingsymbol,name,last_price,expiry,strike,tick_size,lot_size,instrument_type,segment,exchange'
const infy = '408065,1594,INFY,"INFOSYS",0,,0,0.1,1,EQ,NSE,NSE'

describe("a broker's master", () => {
  test('is read with any quoting, and other segments are left out', () => {
    const read = readKiteMaster([
      KITE,
      infy,
      '12,1,"M&M","MAHINDRA, AND MAHINDRA",0.0,,0.0,0.05,1.0,EQ,NSE,NSE',
      '99,9,USDINR26NOVFUT,USDINR,0,2026-11-26,0,0.0025,1,FUT,CDS-FUT,CDS',
      '',
    ])
    expect(read).toEqual({
      instruments: [
        {
          id: 'NSE_INFY',
          instrumentToken: 408065,
          exchangeToken: 1594,
          tradingSymbol: 'INFY',
          name: 'INFOSYS',
          lastPrice: 0,
          expiry: null,
          strike: 0,
          tickSize: 0.1,
          lotSize: 1,
          instrumentType: 'EQ',
          segment: 'NSE',
          exchange: 'NSE',
          universe: '111101',
        },
        {
          id: 'NSE_M&M',
          instrumentToken: 12,
          exchangeToken: 1,
          tradingSymbol: 'M&M',
          name: 'MAHINDRA, AND MAHINDRA',
          lastPrice: 0,
          expiry: null,
          strike: 0,
          tickSize: 0.05,
          lotSize: 1,
          instrumentType: 'EQ',
          segment: 'NSE',
          exchange: 'NSE',
          universe: '111101',
        },
      ],
      badRows: [],
      badRowCount: 0,
      dropped: { 'CDS-FUT': 1 },
    })
  })

  test.each([
    ['x,1594,INFY,INFOSYS,0,,0,0.1,1,EQ,NSE,NSE', 'instrument_token "x" is not a whole number'],
    ['1,-1,INFY,INFOSYS,0,,0,0.1,1,EQ,NSE,NSE', 'exchange_token "-1" is not a whole number'],
    ['1,1,,INFOSYS,0,,0,0.1,1,EQ,NSE,NSE', 'tradingsymbol is empty'],
    ['1,1,INFY,INFOSYS,0,,0,a,1,EQ,NSE,NSE', 'tick_size "a" is not a number'],
    ['1,1,INFY,INFOSYS,0,2026-02-30,0,0.1,1,EQ,NSE,NSE', 'expiry "2026-02-30" is not a day'],
    ['1,1,INFY,INFOSYS,0,,0,0.1,1,SHARE,NSE,NSE', 'instrument_type "SHARE" is not EQ, FUT, CE, PE'],
    ['1,1,INFY,INFOSYS,0,,0,0.1,1,EQ,NSE,NYSE', 'exchange "NYSE" is not known'],
    ['1,1,X26NOVFUT,X,0,,0,0.1,1,FUT,NFO-FUT,NFO', 'a derivative has no expiry'],
    ['1,1,INFY,INFOSYS,0,,0,0.1,1,EQ,NSE', 'has 11 columns, the header has 12'],
    ['2,2,INFY,INFOSYS,0,,0,0.1,1,EQ,NSE,NSE', 'INFY is on line 2 already'],
  ])('%s: %s', (line, reason) => {
    expect(readKiteMaster([KITE, infy, line, ''])?.badRows).toEqual([{ line: 3, reason, text: line }])
  })

  test('another table is none', async () => {
    expect(readKiteMaster(['a,b,c', '1,2,3'])).toBeNull()
    await expect(readMasterFile(fileOf('other.csv', 'a,b\n1,2\n').path, 0)).rejects.toThrow(FileFault)
    await expect(
      readMasterFile(fileOf('cut.csv.gz', gzipSync(KITE).subarray(0, 20)).path, 0),
    ).rejects.toThrow('cut.csv.gz is a damaged gzip file')
    await expect(readMasterFile('/nowhere/master.csv', 0)).rejects.toThrow(
      '/nowhere/master.csv is not a file.',
    )
  })

  test.each(stores.filter(({ isAbsent }) => !isAbsent))(
    'takes the place of its exchange alone in $name, until the synthetic one is back',
    async ({ open: openStore }) => {
      const { market, database, instruments } = await open('2026-11-21 10:00', openStore())
      const by = { actor: 'test', request: null }
      const synthetic = await market.master.load()
      const file = await readMasterFile(fileOf('nse.csv', `${KITE}\n${infy}\n`).path, 5)
      expect([file.rows, file.absent]).toEqual([{ NSE: 1 }, ['BSE', 'NFO', 'BFO']])
      await instruments.replaceMasters(file.masters, by)
      const replaced = await market.master.load()
      const ids = [
        'NSE_INFY',
        'NSE_RELIANCE',
        'INDICES_NIFTY 50',
        'INDICES_SENSEX',
        'BSE_RELIANCE',
        'NFO-FUT_NIFTY26DECFUT',
      ]
      const has = (master: typeof synthetic) =>
        ids.filter((id) => master.has(id as ReturnType<typeof instrumentId>))
      expect([has(synthetic), has(replaced)]).toEqual([
        ids,
        ['NSE_INFY', 'INDICES_SENSEX', 'BSE_RELIANCE', 'NFO-FUT_NIFTY26DECFUT'],
      ])
      expect((await linesOf(market)).slice(0, 2)).toEqual([
        HEADER,
        '408065,1594,INFY,INFOSYS,0,,0,0.1,1,EQ,NSE,NSE,111101',
      ])
      await instruments.deleteMasters(by)
      expect((await market.master.load()).version).toBe(synthetic.version)
      await database.close()
    },
    LONG_MS,
  )

  const files = [
    ['kite_nse_2026-01', { NSE: 9084 }],
    ['kite_nse_raw_2026-03', { NSE: 9451 }],
    ['kite_nfo_2026-01', { NFO: 38_955 }],
    ['kite_nfo_2026-05', { NFO: 40_991 }],
    ['kite_bfo_2026-05', { BFO: 5063 }],
  ] as const
  const hasData = sharedData('instruments/README.md') !== null
  const word = hasData ? '' : ' (skipped: the reference data set is absent)'
  test.skipIf(!hasData).each(files)(`%s is read whole${word}`, async (name, rows) => {
    const file = await readMasterFile(sharedData(`instruments/${name}.csv.gz`) ?? name, 0)
    expect([file.rows, file.badRowCount, file.dropped]).toEqual([rows, 0, {}])
  })
})
