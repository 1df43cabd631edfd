import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readLines } from '../../../server/market/import/text-lines.ts'
import { readMasterFile } from '../../../server/market/master/import-master.ts'
import { readKiteMaster } from '../../../server/market/master/kite-master.ts'
import { MASTER_HEADER, printInstrument } from '../../../server/market/master/master-csv.ts'
import { indexMaster } from '../../../server/market/master/master-index.ts'
import { findUnseen } from '../../../src/domain/plain-text.ts'
import { openIndex } from '../../../src/market/instruments/instrument-index.ts'
import { readMaster } from '../../../src/market/instruments/read-master.ts'
import { fileOf, zipOf } from '../../support/market/candle-import.ts'

const HEADER =
  'instrument_token,exchange_token,tradingsymbol,name,last_price,expiry,strike,tick_size,lot_size,instrument_type,segment,exchange'
const row = (given: Readonly<Record<string, string>> = {}): string => {
  const fields: Readonly<Record<string, string>> = {
    instrument_token: '408065',
    exchange_token: '1594',
    tradingsymbol: 'INFY',
    name: 'INFOSYS',
    last_price: '0',
    expiry: '',
    strike: '0',
    tick_size: '0.05',
    lot_size: '1',
    instrument_type: 'EQ',
    segment: 'NSE',
    exchange: 'NSE',
    ...given,
  }
  return HEADER.split(',')
    .map((name) => fields[name])
    .join(',')
}
const readText = (text: string) => readKiteMaster(text.split('\n'))
const reasonOf = (given: Readonly<Record<string, string>>): string | undefined =>
  readText(`${HEADER}\n${row()}\n${row({ tradingsymbol: 'TCS', ...given })}\n`)?.badRows.map(
    ({ line, reason }) => `line ${line}: ${reason}`,
  )[0]
const latin = (text: string) => Buffer.from(text, 'latin1')

/** Names such as people and exchanges write, and some that they do not. */
const names = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom('"', ',', ' ', "'", '<', '&', '=', 'É', 'क', '₹'),
      fc.string({ minLength: 1, maxLength: 1, unit: 'grapheme' }),
    ),
    minLength: 1,
    maxLength: 20,
  })
  .filter((name) => findUnseen(name) === null && name.trim() === name && name !== '')

describe('text in a master', () => {
  test('a name goes from file to list to server and page whole, whatever commas and quotes it holds', async () => {
    await fc.assert(
      fc.asyncProperty(names, async (name) => {
        const [instrument] =
          readText(`${HEADER}\n${row({ name: `"${name.replaceAll('"', '""')}"` })}`)?.instruments ?? []
        expect(instrument?.name).toEqual(name)
        if (instrument === undefined) return
        const csv = `${MASTER_HEADER}\n${printInstrument(instrument)}\n`
        expect((await indexMaster(Buffer.from(csv))).find(instrument.id)).toEqual(instrument)
        expect(openIndex(readMaster(csv)).find(instrument.id)?.name).toEqual(name)
        expect(readText(csv)?.instruments).toEqual([instrument])
      }),
      { numRuns: 300 },
    )
  })

  test.each(['2026-01-27', '27-01-2026', '27/01/2026', '27-Jan-2026', '2026-01-27 00:00:00'])(
    'an expiry written %s is a day, the day before the month',
    (expiry) => {
      const given = { tradingsymbol: 'NIFTY26JANFUT', expiry, instrument_type: 'FUT', segment: 'NFO-FUT' }
      const read = readText(`${HEADER}\n${row({ ...given, exchange: 'NFO' })}\n`)
      expect([read?.badRows, read?.instruments[0]?.expiry]).toEqual([[], '2026-01-27'])
    },
  )

  test.each(['01-27-2026', '2026-01-27 15:30:00', '27-01', 'January'])(
    'an expiry written %s is refused',
    (expiry) => {
      expect(reasonOf({ expiry })).toBe(`line 3: expiry "${expiry}" is not a day`)
    },
  )

  test.each<[string, Readonly<Record<string, string>>, string]>([
    [
      'a comma in a symbol',
      { tradingsymbol: '"TC,S"' },
      'tradingsymbol "TC,S" holds a comma or a quote, which no symbol has',
    ],
    [
      'a quote in a symbol',
      { tradingsymbol: '"TC""S"' },
      'tradingsymbol "TC"S" holds a comma or a quote, which no symbol has',
    ],
    ['quotes that stay open', { name: '"TATA' }, 'has quotes that are not closed or stand inside a field'],
    ['quotes inside a field', { name: 'TA"TA' }, 'has quotes that are not closed or stand inside a field'],
    [
      'a right-to-left override',
      { tradingsymbol: 'TC\u202ES' },
      'tradingsymbol holds a text-direction character (U+202E)',
    ],
    [
      'a space of no width',
      { tradingsymbol: 'TC\u200BS' },
      'tradingsymbol holds a zero-width character (U+200B)',
    ],
    ['a control character', { name: 'TATA\u0007' }, 'name holds a control character (U+0007)'],
    [
      'a character that was lost',
      { name: 'TATA\uFFFD' },
      'name holds a character that could not be read (U+FFFD)',
    ],
    ['a price that is none', { last_price: '12a' }, 'last_price "12a" is not a number'],
    ['half a lot', { lot_size: '1.5' }, 'lot_size "1.5" is not a whole number'],
    ['a tick that is none', { tick_size: '-0.05' }, 'tick_size "-0.05" is not a number'],
    ['a type that is none', { instrument_type: 'XX' }, 'instrument_type "XX" is not EQ, FUT, CE, PE'],
  ])('%s is refused with its line', (_, given, reason) => {
    expect(reasonOf(given)).toEqual(`line 3: ${reason}`)
  })

  test.each(['222222', '11110', '1111011', 'yes'])('flags %s are refused with their line', (flags) => {
    const text = `${HEADER},universe\n${row()},111101\n${row({ tradingsymbol: 'TCS' })},${flags}\n`
    expect(readText(text)?.badRows.map(({ line, reason }) => [line, reason])).toEqual([
      [3, `universe "${flags}" is not six flags of 0 and 1`],
    ])
  })

  test('text that is not UTF-8 is refused with the line, of masters and of candles', async () => {
    const master = latin(`${HEADER}\n${row()}\n${row({ name: 'NESTLÉ' })}\n`)
    const { path } = fileOf('latin.csv', master)
    await expect(readMasterFile(path, 0)).rejects.toThrow(
      'latin.csv is not UTF-8 text on line 3: save it as UTF-8.',
    )
    const lines = async (text: string) => {
      for await (const _ of readLines(fileOf('candles.csv', latin(text)).path));
    }
    await expect(lines('date,open\n2024-01-01,1\nÉ,2\n2024-01-03,3\n')).rejects.toThrow(
      'is not UTF-8 text on line 3: save it as UTF-8',
    )
    await expect(lines('date,open\nÉ')).rejects.toThrow('is not UTF-8 text on line 2: save it as UTF-8')
    await lines('date,open\n2024-01-01,1\n')
  })
})

describe('the file of a master', () => {
  const text = `${HEADER}\n${row()}\n${row({ tradingsymbol: 'NESTLEIND', name: 'NESTLÉ' })}\n`
  const utf16 = Buffer.from(`\uFEFF${text}`, 'utf16le')

  test.each([
    ['with the mark and line ends of Windows', () => Buffer.from(`\uFEFF${text.replaceAll('\n', '\r\n')}`)],
    ['UTF-16 as Excel saves it', () => utf16],
    ['UTF-16, the other byte order', () => Buffer.from(utf16).swap16()],
    ['gzip', () => gzipSync(text)],
    ['gzip of UTF-16', () => gzipSync(utf16)],
    ['a zip archive', () => zipOf({ 'instruments.csv': text })],
    ['a zip archive of UTF-16', () => zipOf({ 'instruments.csv': utf16 })],
    ['what macOS packs', () => zipOf({ 'a.csv': text, '__MACOSX/._a.csv': 'x', '.DS_Store': 'x' })],
  ])('%s is read as the text is', async (_, bytesOf) => {
    const plain = await readMasterFile(fileOf('master', text).path, 5)
    expect(plain.instruments.map(({ name }) => name)).toEqual(['INFOSYS', 'NESTLÉ'])
    expect(await readMasterFile(fileOf('master', await bytesOf()).path, 5)).toEqual(plain)
  })

  test.each([
    [
      'several files',
      () => zipOf({ 'nse.csv': text, 'nfo.csv': text }),
      'master is a zip archive of 2 files (nse.csv, nfo.csv): give the one to import.',
    ],
    [
      'a damaged archive',
      () => gzipSync(text).subarray(0, 40),
      'master is a damaged gzip file (unexpected end of file).',
    ],
    ['Parquet', () => Buffer.from('PAR1....'), 'master is Parquet, which is not read: export it as CSV.'],
  ])('%s is refused in words', async (_, bytesOf, message) => {
    await expect(readMasterFile(fileOf('master', await bytesOf()).path, 5)).rejects.toThrow(message)
  })

  test('text that unpacks to more than it may is read no further', async () => {
    const line = `${row()}\n`
    const { path } = fileOf('large.zip', await zipOf({ 'large.csv': line.repeat(40_000) }))
    const read: number[] = []
    const reading = async () => {
      for await (const { lines } of readLines(path, 1024 ** 2)) read.push(lines.length)
    }
    await expect(reading()).rejects.toThrow('unpacks to more than 1 MB')
    expect(read.reduce((sum, lines) => sum + lines, 0)).toBeLessThanOrEqual(1024 ** 2 / line.length)
  })
})
