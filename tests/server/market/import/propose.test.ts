import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { printMapping } from '../../../../server/market/import/mapping.ts'
import { proposeImport } from '../../../../server/market/import/propose.ts'
import { exchangeCalendar } from '../../../../src/domain/calendar/calendar.ts'
import { zipOf } from '../../../support/market/candle-import.ts'

const vectors = join(import.meta.dirname, '../../../vectors/candles')
const folder = mkdtempSync(join(tmpdir(), 'sauda-propose-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const vector = (name: string) => ({ path: join(vectors, name), name: name.replace(/^.*\//, '') })

const write = (name: string, text: string | Buffer) => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return { path, name }
}

const propose = (...files: readonly { path: string; name: string }[]) =>
  proposeImport(files, {}, exchangeCalendar)

const summary = async (file: { path: string; name: string }) => {
  const { options, sample, remarks } = await propose(file)
  return {
    reads: `${options.key}, ${options.interval}, ${options.timeZone}, marks ${options.timeMarks}`,
    columns: printMapping(options.mapping),
    first: `line ${sample[0]?.line}: ${sample[0]?.reads}`,
    remarks,
  }
}

describe('the proposal', () => {
  test('minutes of an index without header, marked at their close', async () => {
    expect(await summary(vector('NIFTY_1min_2022-01.txt'))).toEqual({
      reads: 'INDICES_NIFTY 50, min, Asia/Kolkata, marks close',
      columns:
        'comma between columns, no header line, date 2 and time 3 as YYYYMMDD HH:mm, open 4, high 5, low 6, close 7, volume 8, open interest 9, symbol 1',
      first: 'line 1: rejected: 2022-01-03 09:07 is outside the session',
      remarks: [
        'Guess: times mark the end of a candle, since the first rows have 15:30 on one day and never 09:15.',
      ],
    })
  })

  test('minutes with a header, whose symbol column contradicts the name of the file', async () => {
    const file = vector('BANKNIFTY_1min_2024-01_2024-08.csv')
    expect(await summary(file)).toEqual({
      reads: 'INDICES_NIFTY BANK, min, Asia/Kolkata, marks open',
      columns:
        'comma between columns, a header line, date 2 and time 3 as YYYYMMDD HH:mm, open 4, high 5, low 6, close 7, no volume, no open interest, symbol 1',
      first: 'line 2: 2024-01-01 09:15 open 48203.45 high 48282.35 low 48152.3 close 48160.65 volume 0',
      remarks: [
        'The name of the file says INDICES_NIFTY BANK, its symbol column says INDICES_NIFTY 50; INDICES_NIFTY BANK is proposed.',
        'Guess: times mark the start of a candle, since the first rows have 09:15 on one day and never 15:30.',
      ],
    })
    expect((await propose(file)).isInstrumentDisputed).toBe(true)
  })

  test('quarters of an hour of a share, with a zone', async () => {
    expect(await summary(vector('RELIANCE.csv'))).toEqual({
      reads: 'NSE_RELIANCE, 15min, Asia/Kolkata, marks open',
      columns:
        'comma between columns, a header line, time 1 as iso, open 2, high 3, low 4, close 5, volume 6, no open interest, no symbol',
      first: 'line 2: 2024-01-01 09:15 open 1290.3 high 1295.1 low 1286.6 close 1288 volume 311908',
      remarks: [
        'Guess: times mark the start of a candle, since the first rows have 09:15 on 2 days and never 15:30.',
      ],
    })
  })

  test('days written as the UTC of Indian midnight', async () => {
    expect(await summary(vector('NIFTY.csv'))).toEqual({
      reads: 'INDICES_NIFTY 50, day, UTC, marks open',
      columns:
        'comma between columns, a header line, time 1 as iso, open 2, high 3, low 4, close 5, volume 6, no open interest, no symbol',
      first:
        'line 2: 2023-01-02 00:00 open 18131.7 high 18215.15 low 18086.5 close 18197.45 volume 256073979',
      remarks: [
        'Guess: times without a zone are UTC, since every row is at 18:30, which is Indian midnight in UTC.',
      ],
    })
  })

  test.each([
    ['SENSEX_3min_2025-07_2026-08.csv', 'INDICES_SENSEX, 3min, Asia/Kolkata, marks open', 'iso'],
    ['SENSEX_daily_to_2025-09.csv', 'INDICES_SENSEX, day, Asia/Kolkata, marks open', 'DD-MM-YYYY'],
    ['TCS.csv', 'NSE_TCS, day, Asia/Kolkata, marks open', 'iso'],
    ['kite-2016/RELIANCE.csv', 'NSE_RELIANCE, min, Asia/Kolkata, marks open', 'iso'],
    ['NIFTY_1min_2022-10-24.txt', 'INDICES_NIFTY 50, min, Asia/Kolkata, marks open', 'YYYYMMDD HH:mm'],
  ])('%s: %s, %s', async (name, reads, timeFormat) => {
    const { options } = await propose(vector(name))
    expect([
      `${options.key}, ${options.interval}, ${options.timeZone}, marks ${options.timeMarks}`,
      options.mapping.timeFormat,
    ]).toEqual([reads, timeFormat])
  })

  test('an evening session alone does not show what its times mark, and the proposal says so', async () => {
    expect((await propose(vector('NIFTY_1min_2022-10-24.txt'))).remarks).toEqual([
      'Guess: times mark the start of a candle. The first rows have neither 09:15 nor 15:30, so this cannot be verified.',
    ])
  })

  test.each([
    ['semicolons', 'date;open;high;low;close\n2024-01-01 09:15;1;2;1;2\n2024-01-01 09:20;1;2;1;2\n', '5min'],
    ['tabs', '2024-01-01 09:15\t1\t2\t1\t2\t5\n2024-01-01 09:16\t1\t2\t1\t2\t5\n', 'min'],
    ['epoch seconds', 'time,open,high,low,close\n1704080700,1,2,1,2\n1704084300,1,2,1,2\n', 'hour'],
    [
      'quotes',
      '"date","open","high","low","close"\n"2024-01-01","1","2","1","2"\n"2024-01-02","1","2","1","2"\n',
      'day',
    ],
    [
      'a byte order mark and CRLF',
      '\uFEFFdate,open,high,low,close\r\n2024-01-01 09:15,1,2,1,2\r\n2024-01-01 09:16,1,2,1,2\r\n',
      'min',
    ],
    [
      'weeks',
      'date,open,high,low,close\n2024-01-01,1,2,1,2\n2024-01-08,1,2,1,2\n2024-01-15,1,2,1,2\n',
      'week',
    ],
    ['UTC minutes', 'date,open,high,low,close\n2024-01-01 03:45,1,2,1,2\n2024-01-01 03:46,1,2,1,2\n', 'min'],
  ])('reads %s', async (_, text, interval) => {
    const { options, sample } = await propose(write('INFY.csv', text))
    expect([options.key, options.interval]).toEqual(['NSE_INFY', interval])
    expect(sample.filter(({ reads }) => reads.includes('rejected') || reads.includes('skipped'))).toEqual([])
  })

  test('the same of a gzip file', async () => {
    const text = 'date,open,high,low,close\n2024-01-01 09:15,1,2,1,2\n2024-01-01 09:16,1,2,1,2\n'
    const plain = await propose(write('ITC.csv', text))
    expect(await propose(write('ITC.csv.gz', gzipSync(text)))).toEqual(plain)
  })

  test('files named for two instruments are one of each, unless one is chosen for all', async () => {
    const files = [vector('RELIANCE.csv'), vector('TCS.csv')]
    const { options, sample, missing, remarks } = await propose(...files)
    expect([options.instrumentsFrom, options.key, missing, remarks[0]]).toEqual([
      'file_name',
      '',
      [],
      '2 instruments by the file names: NSE_RELIANCE, NSE_TCS.',
    ])
    expect(sample[0]?.reads).toMatch(/^NSE_RELIANCE 20/)
    const one = await proposeImport(files, { key: 'NSE_TCS' }, exchangeCalendar)
    expect([one.options.instrumentsFrom, one.options.key]).toEqual(['key', 'NSE_TCS'])
  })

  test('files named otherwise are of the instruments that their column of symbols names', async () => {
    const row = 'symbol,date,open,high,low,close\nITC,2024-01-01,1,2,1,2\nITC,2024-01-02,1,2,1,2\n'
    const { options } = await propose(write('jan.csv', row), write('feb.csv', row))
    expect([options.instrumentsFrom, options.mapping.symbol]).toEqual(['symbol_column', 0])
  })

  test('what was chosen is kept, and then nothing is disputed', async () => {
    const { options, isInstrumentDisputed } = await proposeImport(
      [vector('BANKNIFTY_1min_2024-01_2024-08.csv')],
      {
        key: 'INDICES_NIFTY 50',
        timeMarks: 'close',
        timeZone: 'UTC',
        interval: '5min',
        outsideSession: 'skip',
      },
      exchangeCalendar,
    )
    expect(isInstrumentDisputed).toBe(false)
    expect([
      options.key,
      options.timeMarks,
      options.timeZone,
      options.interval,
      options.outsideSession,
    ]).toEqual(['INDICES_NIFTY 50', 'close', 'UTC', '5min', 'skip'])
  })

  test.each([
    ['empty.csv', '', 'empty.csv is empty'],
    ['head.csv', 'date,open,high,low,close\n', 'head.csv holds a header and no rows'],
    [
      'prose.csv',
      'There is no table in this file.\nNone at all.\n',
      'prose.csv shows no date, open, high, low and close in its first lines',
    ],
    ['zip.csv', Buffer.from('504b0304140000', 'hex'), 'zip.csv is a zip archive that cannot be read ('],
    [
      'table.parquet',
      Buffer.from('PAR1....'),
      'table.parquet is Parquet, which is not read: export it as CSV',
    ],
    ['bytes.csv', Buffer.from('a,b\0c'), 'bytes.csv is not a text file: it holds a zero byte'],
    ['long.csv', 'x'.repeat(200_000), 'long.csv holds a line of more than 4096 characters'],
  ])('%s is refused in words', async (name, text, message) => {
    await expect(propose(write(name, text))).rejects.toThrow(message)
  })

  const table = 'date,open,high,low,close\n2024-01-01,1,2,1,2\n2024-01-02,2,3,2,3\n'

  test.each([
    ['UTF-16 as Excel saves it', async () => Buffer.from(`\uFEFF${table}`, 'utf16le')],
    ['UTF-16, the other byte order', async () => Buffer.from(`\uFEFF${table}`, 'utf16le').swap16()],
    ['a zip archive as the exchange sends it', () => zipOf({ 'BhavCopy_20240101.csv': table })],
    ['what macOS packs', () => zipOf({ 'a.csv': table, '__MACOSX/._a.csv': 'x', '.DS_Store': 'x' })],
  ])('%s is read as the text is', async (_, bytesOf) => {
    const plain = await propose(write('INFY_day.csv', table))
    expect(plain.sample.length).toEqual(2)
    expect(await propose(write('INFY_day.csv', await bytesOf()))).toEqual(plain)
  })

  test('a zip archive of several files says which there are', async () => {
    const zip = await zipOf({ 'a.csv': table, 'b.csv': table, 'c.csv': table, 'd.csv': table })
    await expect(propose(write('all.zip', zip))).rejects.toThrow(
      'all.zip is a zip archive of 4 files (a.csv, b.csv, c.csv and 1 more): give the one to import',
    )
  })

  test('a zip archive whose content is damaged is refused', async () => {
    const zip = await zipOf({ 'a.csv': table.repeat(100) })
    const from = zip.indexOf('a.csv') + 'a.csv'.length
    zip.fill(0xff, from, from + 16)
    await expect(propose(write('torn.zip', zip))).rejects.toThrow(
      /^torn\.zip is a zip archive that cannot be read/,
    )
  })

  test('a damaged gzip file is refused', async () => {
    const whole = gzipSync('date,open,high,low,close\n2024-01-01,1,2,1,2\n'.repeat(100))
    await expect(propose(write('cut.csv.gz', whole.subarray(0, 60)))).rejects.toThrow(
      'cut.csv.gz is a damaged gzip file',
    )
  })
})
