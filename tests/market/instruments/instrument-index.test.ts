import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import type { InstrumentFilter } from '../../../src/domain/instruments/instrument-index.ts'
import type { IstDate } from '../../../src/domain/time.ts'
import { openIndex } from '../../../src/market/instruments/instrument-index.ts'
import { readMaster } from '../../../src/market/instruments/read-master.ts'
import { queryTokens } from '../../../src/market/instruments/search-text.ts'
import { contractOf } from '../../../src/market/instruments/traded-contract.ts'
import { largeMaster, smallMaster } from '../../support/server/synthetic-master.ts'
import { sharedData } from '../../support/shared-data.ts'
import { naiveMaster, naiveSearch } from './naive-search.ts'

const csv = smallMaster()
const index = openIndex(readMaster(csv))
const id = (text: string) => text as InstrumentId
const ids = (query: string) => index.search(query).map((found) => found.id as string)

describe('the instrument index', () => {
  test('holds every row as the file has it', () => {
    const rows = naiveMaster(csv)
    expect(index.size).toBe(rows.length)
    expect(rows.map((row) => index.find(row.id))).toEqual(rows)
  })

  test.each([
    ['NIFTY_50', null],
    ['INDICES_NIFTY', null],
    ['NSE_', null],
    ['NFO-OPT_NIFTY26NOV99999CE', null],
  ])('finds nothing under %s', (text, found) => {
    expect(index.find(id(text))).toBe(found)
  })

  test.each([
    ['nifty', 'INDICES_NIFTY 50'],
    ['Nifty 50', 'INDICES_NIFTY 50'],
    ['banknifty', 'INDICES_NIFTY BANK'],
    ['Bank Nifty', 'INDICES_NIFTY BANK'],
    ['FINNIFTY', 'INDICES_NIFTY FIN SERVICE'],
    ['sensex', 'INDICES_SENSEX'],
    ['reliance', 'NSE_RELIANCE'],
    ['BSE:RELIANCE', 'BSE_RELIANCE'],
    ['bse_reliance', 'BSE_RELIANCE'],
    ['AARTIPP', 'BSE_AARTIPP'],
    ['bajaj-auto', 'NSE_BAJAJ-AUTO'],
    ['m&m', 'NSE_M&M'],
    ['RELIANCE26NOVFUT', 'NFO-FUT_RELIANCE26NOVFUT'],
    ['BFO:RELIANCE26NOVFUT', 'BFO-FUT_RELIANCE26NOVFUT'],
    ['nifty26d0125950ce', 'NFO-OPT_NIFTY26D0125950CE'],
    ['RELIANCE26NOV1542.5PE', 'NFO-OPT_RELIANCE26NOV1542.5PE'],
    ['NOPE', undefined],
    ['', undefined],
  ])('the symbol %s means %s', (symbol, found) => {
    expect(index.findSymbol(symbol)?.id).toBe(found)
  })

  test('an empty query answers the indices', () => {
    expect(ids(' -+ ')).toEqual([
      'INDICES_NIFTY 50',
      'INDICES_NIFTY BANK',
      'INDICES_NIFTY FIN SERVICE',
      'INDICES_NIFTY NEXT 50',
      'INDICES_INDIA VIX',
      'INDICES_NIFTY IT',
      'INDICES_SENSEX',
    ])
  })

  test('a query is upper-cased, stripped and split', () => {
    expect(['nifty  50', 'm&m', 'a-b.c', 'BankNifty', 'finnifty', 'banknifty fut'].map(queryTokens)).toEqual([
      ['NIFTY', '50'],
      ['M&M'],
      ['AB.C'],
      ['BANK', 'NIFTY'],
      ['FIN', 'NIFTY'],
      ['BANKNIFTY', 'FUT'],
    ])
  })

  test.each<[string, readonly string[]]>([
    ['reliance', ['NSE_RELIANCE', 'BSE_RELIANCE', 'NFO-FUT_RELIANCE26NOVFUT']],
    ['rel', ['NSE_RELIANCE', 'NSE_RELIGARE', 'BSE_RELIANCE']],
    ['banknifty', ['INDICES_NIFTY BANK', 'NFO-FUT_BANKNIFTY26NOVFUT', 'NFO-OPT_BANKNIFTY26NOV58000CE']],
    [
      'nifty 25950 ce',
      ['NFO-OPT_NIFTY26NOV25950CE', 'NFO-OPT_NIFTY26D0125950CE', 'NFO-OPT_NIFTY26D0825950CE'],
    ],
    ['nifty weekly 25950 pe', ['NFO-OPT_NIFTY26D0125950PE', 'NFO-OPT_NIFTY26D0825950PE']],
    ['infosys', ['NSE_INFY']],
    ['26d0125950', ['NFO-OPT_NIFTY26D0125950CE', 'NFO-OPT_NIFTY26D0125950PE']],
    ['1542.5', ['NFO-OPT_RELIANCE26NOV1542.5CE', 'NFO-OPT_RELIANCE26NOV1542.5PE']],
    ['nothing like it', []],
  ])('a search for %s begins with %j', (query, first) => {
    expect(ids(query).slice(0, first.length === 0 ? 1 : first.length)).toEqual(first)
  })

  test('answers as many as are asked for, and 25 at most', () => {
    expect([
      index.search('nifty', 3).length,
      index.search('nifty').length,
      index.search('nifty', 99).length,
    ]).toEqual([3, 25, 25])
  })

  describe('with a filter', () => {
    const none = { segment: null, type: null, expiry: null } as const
    const rows = naiveMaster(csv)
    const kept = (filter: InstrumentFilter) =>
      rows.filter(
        (row) =>
          (filter.segment === null || row.segment === filter.segment) &&
          (filter.type === null || row.instrumentType === filter.type) &&
          (filter.expiry === null || row.expiry === filter.expiry),
      )
    const expiry = '2026-12-01' as IstDate
    const filters: readonly InstrumentFilter[] = [
      { ...none, segment: 'NFO-OPT' },
      { ...none, type: 'PE' },
      { ...none, type: 'FUT' },
      { ...none, expiry },
      { segment: 'NFO-OPT', type: 'CE', expiry },
      { ...none, segment: 'BSE', type: 'CE' },
    ]

    test.each(filters)('$segment $type $expiry keeps the ranking of what is left', (filter) => {
      for (const query of ['nifty', 'reliance', '25950', 'bank 58000', 'infosys']) {
        // Places in the file part equal results, so the plain search is given the whole list and then narrowed.
        const left = new Set(kept(filter).map(({ id: one }) => one as string))
        const ranked = naiveSearch(rows)(query, rows.length).filter((one) => left.has(one))
        expect(index.search(query, 25, filter).map((found) => found.id as string)).toEqual(
          ranked.slice(0, 25),
        )
      }
    })

    test('an empty query answers what is left, nearest expiry first', () => {
      const found = index.search('', 25, { ...none, segment: 'NFO-FUT' })
      const days = found.map(({ expiry: day }) => day ?? '')
      expect([found.length > 0, found.every(({ segment }) => segment === 'NFO-FUT'), days]).toEqual([
        true,
        true,
        [...days].sort(),
      ])
    })

    test('an empty query with a filter that narrows nothing answers the indices', () => {
      expect(index.search('', 25, none).map((found) => found.id as string)).toEqual(ids(''))
    })

    test('facets count what each choice would leave, under the other two', () => {
      for (const filter of [none, ...filters]) {
        const facets = index.facets(filter)
        const counted = [
          ...facets.segments.map(({ value, count }) => [kept({ ...filter, segment: value }).length, count]),
          ...facets.types.map(({ value, count }) => [kept({ ...filter, type: value }).length, count]),
          ...facets.expiries.map(({ value, count }) => [kept({ ...filter, expiry: value }).length, count]),
        ]
        expect(counted.map(([plain]) => plain)).toEqual(counted.map(([, fast]) => fast))
        expect(counted.every(([plain = 0]) => plain > 0)).toBe(true)
      }
      expect(index.facets(none).segments.reduce((sum, { count }) => sum + count, 0)).toBe(index.size)
    })
  })

  test('ranks as the plain search over all rows does', () => {
    const naive = naiveSearch(naiveMaster(csv))
    const words = [
      'NIFTY',
      'BANK',
      'BANKNIFTY',
      'FIN',
      'RELIANCE',
      '25950',
      '26NOV',
      '26D0',
      '58',
      'CE',
      'PE',
      'FUT',
      'WEEKLY',
      'NOVEMBER',
      'M&M',
      '1542.5',
      '50',
      'SENSEX',
    ]
    const part = fc
      .tuple(fc.constantFrom(...words), fc.nat(12), fc.nat(12))
      .map(([word, from, length]) => word.slice(from % word.length, (from % word.length) + 1 + length))
    fc.assert(
      fc.property(fc.array(part, { maxLength: 4 }), fc.integer({ min: 1, max: 25 }), (parts, limit) => {
        const query = parts.join(' ')
        expect(index.search(query, limit).map((found) => found.id)).toEqual(naive(query, limit))
      }),
      { numRuns: 400 },
    )
  })

  test('ranks a master of a hundred thousand rows as the plain search does', () => {
    const large = largeMaster()
    const columns = readMaster(large)
    const rows = naiveMaster(large)
    expect(columns.rows + columns.badRows).toBe(rows.length)
    const fast = openIndex(columns)
    const plain = naiveSearch(rows)
    for (const query of [
      'nifty',
      'nifty 25950 ce',
      'ban',
      'monthly pe',
      '2595',
      'a',
      'sensex 85000',
      'limited b',
    ]) {
      expect(fast.search(query).map((found) => found.id)).toEqual(plain(query, 25))
    }
  })

  test('finds contracts of an underlying', () => {
    const nifty = id('INDICES_NIFTY 50')
    expect(index.expiriesOf(nifty)).toEqual(['2026-11-23', '2026-12-01', '2026-12-08', '2026-12-29'])
    expect(index.futureOf(nifty)?.tradingSymbol).toBe('NIFTY26NOVFUT')
    expect(index.futuresOf(nifty).map(({ lotSize }) => lotSize)).toEqual([65, 75])
    expect(index.futureOf(id('INDICES_INDIA VIX'))).toBe(null)
    expect(index.futureOf(id('BSE_RELIANCE'))?.id).toBe('BFO-FUT_RELIANCE26NOVFUT')
    expect(index.optionsOf(nifty, '2026-12-08' as IstDate, 'PE').map(({ strike }) => strike)).toEqual([
      25_900, 25_950, 26_000,
    ])
  })

  test.each([
    [25_960, 'CE', 'NIFTY26NOV25950CE'],
    [25_975, 'PE', 'NIFTY26NOV25950PE'],
    [25_975.05, 'PE', 'NIFTY26NOV26000PE'],
    [1, 'CE', 'NIFTY26NOV25800CE'],
    [99_999, 'CE', 'NIFTY26NOV26100CE'],
  ] as const)('at %d the %s at the money is %s', (price, type, symbol) => {
    expect(index.atmOption(id('INDICES_NIFTY 50'), price, type)?.tradingSymbol).toBe(symbol)
  })

  test('there is no option at the money where there are no options', () => {
    expect(index.atmOption(id('NSE_TCS'), 3000, 'CE')).toBe(null)
  })

  test('members of a universe are the marked shares on NSE', () => {
    expect(index.membersOf('NIFTY50').map((one) => one.tradingSymbol)).toEqual([
      'RELIANCE',
      'INFY',
      'TCS',
      'HDFCBANK',
      'M&M',
      'BAJAJ-AUTO',
    ])
    expect(index.membersOf('BANKNIFTY').map((one) => one.tradingSymbol)).toEqual(['HDFCBANK'])
  })

  test('names the symbols nearest to a mistyped one', () => {
    expect([index.nearest('relianse'), index.nearest('infi'), index.nearest('qq')]).toEqual([
      ['RELIANCE', 'RELIGARE'],
      ['INFY'],
      [],
    ])
  })

  test('an index trades as its nearest future, everything else as itself', () => {
    const contract = (text: string) => {
      const found = index.find(id(text))
      return found === null ? null : contractOf(found, index)
    }
    expect([
      contract('INDICES_NIFTY 50'),
      contract('INDICES_SENSEX'),
      contract('NSE_RELIANCE'),
      contract('NFO-OPT_NIFTY26D0125950CE'),
      contract('INDICES_INDIA VIX'),
    ]).toEqual([
      { instrument: 'INDICES_NIFTY 50', lotSize: 65, tickSize: 0.1, chargedAs: 'futures', exchange: 'NSE' },
      { instrument: 'INDICES_SENSEX', lotSize: 20, tickSize: 0.1, chargedAs: 'futures', exchange: 'BSE' },
      { instrument: 'NSE_RELIANCE', lotSize: 1, tickSize: 0.05, chargedAs: 'equity', exchange: 'NSE' },
      {
        instrument: 'NFO-OPT_NIFTY26D0125950CE',
        lotSize: 65,
        tickSize: 0.05,
        chargedAs: 'options',
        exchange: 'NSE',
      },
      null,
    ])
  })
})

const header = csv.slice(0, csv.indexOf('\n') + 1)

describe('reading a master', () => {
  test('counts the lines it cannot read and keeps the others', () => {
    const good = '408065,1594,INFY,INFOSYS,0,,0,0.1,1,EQ,NSE,NSE,111101'
    const bad = [
      '',
      ',1594,INFY0,INFOSYS,0,,0,0.1,1,EQ,NSE,NSE,111101',
      '408065,1594,INFY1,INFOSYS,0,,0,0.1,,EQ,NSE,NSE,111101',
      'x,1594,INFY2,INFOSYS,0,,0,0.1,1,EQ,NSE,NSE,111101',
      '408065,-1,INFY3,INFOSYS,0,,0,0.1,1,EQ,NSE,NSE,111101',
      '408065,1594,,INFOSYS,0,,0,0.1,1,EQ,NSE,NSE,111101',
      '408065,1594,INFY4,INFOSYS,0,2026-02-30,0,0.1,1,EQ,NSE,NSE,111101',
      '408065,1594,INFY5,INFOSYS,0,,NaN,0.1,1,EQ,NSE,NSE,111101',
      '408065,1594,INFY6,INFOSYS,0,,0,0.1,1,EQ,MCX,MCX,111101',
      '408065,1594,INFY7,INFOSYS,0,,0,0.1,1,XX,NSE,NSE,111101',
      '408065,1594,INFY8,INFOSYS,0,,0,0.1,1,EQ,NSE,NSE,2',
      '408065,1594,INFY9,INFOSYS,0,,0,0.1,1,EQ,NSE',
      '408065,1594,INFY10,INFOSYS,0,,0,0.1,1,EQ,NSE,NSE,111101,more',
      '408065,1594,"INFY11,INFOSYS,0,,0,0.1,1,EQ,NSE,NSE,111101',
      `408065,1594,${'X'.repeat(61)},INFOSYS,0,,0,0.1,1,EQ,NSE,NSE,111101`,
      good,
    ]
    const columns = readMaster(`${header}${[good, ...bad].join('\n')}`)
    expect([columns.rows, columns.badRows]).toEqual([1, bad.length - 1])
  })

  test.each([
    ['quoted names', '1,1,INFY,"INFOSYS",0,,0,0.1,1,EQ,NSE,NSE,111101'],
    ['carriage returns', '1,1,INFY,INFOSYS,0,,0,0.1,1,EQ,NSE,NSE,111101\r'],
    ['decimals everywhere', '1,1,INFY,INFOSYS,0.0,,0.0,0.1,1,EQ,NSE,NSE,111101'],
  ])('accepts %s', (_, line) => {
    const read = openIndex(readMaster(`${header}${line}\n`))
    expect(read.findSymbol('INFY')).toEqual({
      id: 'NSE_INFY',
      instrumentToken: 1,
      exchangeToken: 1,
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
    })
  })

  test.each(['', header, 'no header'])('an empty master is an empty index: %j', (text) => {
    const empty = openIndex(readMaster(text))
    expect([empty.size, empty.search(''), empty.search('nifty'), empty.findSymbol('NIFTY')]).toEqual([
      0,
      [],
      [],
      null,
    ])
  })

  const dumps = ['kite_nse_raw_2026-03', 'kite_nse_2026-01', 'kite_nfo_2026-05', 'kite_bfo_2026-05']
  test.each(dumps)('reads the recorded dump %s whole (skipped where the data set is absent)', (name) => {
    const path = sharedData(`instruments/${name}.csv.gz`)
    if (path === null) return
    const text = gunzipSync(readFileSync(path)).toString('utf8')
    const columns = readMaster(text)
    const rows = naiveMaster(text)
    expect([columns.rows, columns.badRows]).toEqual([rows.length, 0])
    const read = openIndex(columns)
    const some = rows.filter((_, index) => index % 97 === 0)
    expect(some.map((row) => read.find(row.id))).toEqual(some)
    const naive = naiveSearch(rows)
    for (const query of ['nifty', 'bank', 'rel', '25000', 'sensex 80000 ce', 'gold']) {
      expect(read.search(query).map((found) => found.id)).toEqual(naive(query, 25))
    }
  })
})
