import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { importCandlesFromShell } from '../../../../server/cli/import-candles.ts'
import { createCandleStore } from '../../../../server/store/charts/candles.ts'
import { openStore } from '../../../../server/store/database/database.ts'
import { clockAt } from '../../../support/clock.ts'
import { fileOf } from '../../../support/market/candle-import.ts'
import { candleLines } from '../../../support/market/candle-lines.ts'
import { throwAwayFolder } from '../../../support/server/stores.ts'

const vector = (name: string) => join(import.meta.dirname, '../../../vectors/candles', name)

describe('importing candles in the shell', () => {
  let dataDir: string
  let said: string
  beforeEach(() => {
    dataDir = throwAwayFolder()
    said = ''
    vi.stubEnv('DATA_DIR', dataDir)
    vi.spyOn(console, 'error').mockImplementation((text: string) => {
      said += `${text}\n`
    })
  })
  afterEach(() => {
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
  })

  const stored = async () => {
    const database = await openStore({ dataDir, databaseUrl: null })
    const store = createCandleStore({ store: database, clock: clockAt('2026-11-20 10:00') })
    const [series] = await store.listSeries()
    const lines =
      series === undefined ? [] : candleLines(await store.readDays(series, { fromDay: 0, toDay: 1e5 }))
    await database.close()
    return lines
  }

  test('a refused file is told with the options that let it through, and they do', async () => {
    const path = vector('BANKBARODA.csv')
    expect(await importCandlesFromShell([path, '--yes'])).toBe(1)
    expect(said).toContain('BANKBARODA.csv:13: open 264.29 is outside low 264.78 to high 266.66')
    expect(said.trimEnd().split('\n').slice(-3)).toEqual([
      '1 of 26 rows cannot be used (1 with high or low slightly off the open or close); nothing was imported.',
      'To widen those highs and lows to include open and close: --ranges mend',
      'To skip the unusable rows and import the rest: --bad-rows skip',
    ])
    expect(await importCandlesFromShell([path, '--yes', '--ranges', 'mend'])).toBe(0)
    expect(said).toContain('Imported 26 candles of NSE_BANKBARODA, 15 Minutes: 2 days')
    expect((await stored())[11]).toBe('2024-06-25 09:15 264.29 266.66 264.29 266.27 1554028')
  })

  test('columns, header and time format are said by options', async () => {
    const { path } = fileOf('rows.txt', '101;99;102;100;010424;33300\n102;100;103;101;010424;33360\n')
    await expect(importCandlesFromShell([path, '--yes', '--symbol', 'INFY'])).rejects.toThrow('--columns')
    const columns = ['--columns', 'date=5,time=6,open=4,high=3,low=2,close=1']
    const format = ['--header', 'no', '--time-format', 'DDMMYY sssss', '--time-marks', 'open']
    expect(await importCandlesFromShell([path, '--yes', '--symbol', 'INFY', ...columns, ...format])).toBe(0)
    expect(await stored()).toEqual([
      '2024-04-01 09:15 100 102 99 101 0',
      '2024-04-01 09:16 101 103 100 102 0',
    ])
  })

  test.each([
    [['--columns', 'date=0'], '--columns is a list such as date=1,open=2'],
    [['--columns', 'when=1'], '--columns is a list such as date=1,open=2'],
    [['--order', 'up'], '--order is ascending or descending or any, not up.'],
    [['--bad-rows', 'mend'], '--bad-rows is refuse or skip, not mend.'],
    [['--header', 'maybe'], '--header is yes or no, not maybe.'],
  ])('%j is refused', async (options, reason) => {
    await expect(importCandlesFromShell([vector('BANKBARODA.csv'), '--yes', ...options])).rejects.toThrow(
      reason,
    )
  })
})
