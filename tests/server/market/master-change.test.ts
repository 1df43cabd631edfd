import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { importInstrumentsFromShell } from '../../../server/cli/import-instruments.ts'
import { readKiteMaster } from '../../../server/market/master/kite-master.ts'
import {
  compareMasters,
  countByExchange,
  describeLosses,
} from '../../../server/market/master/master-change.ts'
import { systemClock } from '../../../server/ports.ts'
import { openStore } from '../../../server/store/database/database.ts'
import { createInstrumentStore } from '../../../server/store/instruments.ts'
import type { IstDate } from '../../../src/domain/time.ts'
import { TEST_MS } from '../../support/limits.ts'
import { fileOf } from '../../support/market/candle-import.ts'
import { throwAwayFolder } from '../../support/server/stores.ts'

const HEADER =
  'instrument_token,exchange_token,tradingsymbol,name,last_price,expiry,strike,tick_size,lot_size,instrument_type,segment,exchange'
const share = (symbol: string, index = 1) => `${index * 256},${index},${symbol},"A, B",0,,0,0.1,1,EQ,NSE,NSE`
const future = (month: string, expiry: string) =>
  `9,9,NIFTY${month}FUT,NIFTY,0,${expiry},0,0.1,65,FUT,NFO-FUT,NFO`
const masterOf = (...lines: readonly string[]) => `${HEADER}\n${lines.join('\n')}\n`
const TODAY = '2026-11-21' as IstDate

const lossesOf = (now: Parameters<typeof compareMasters>[0], ...lines: readonly string[]) =>
  describeLosses(compareMasters(now, readKiteMaster([HEADER, ...lines])?.instruments ?? [], TODAY))

describe('what an import of a master would take away', () => {
  test('is counted by exchange, also where a name holds a comma', () => {
    const printed = `${masterOf(share('INFY'), share('TCS'), future('26NOV', '2026-11-24'))}`
    expect(countByExchange(printed.replaceAll(/$/gm, ',000000'))).toEqual({ NSE: 2, NFO: 1 })
  })

  test('is said of a list of which less than half would be left', () => {
    expect(lossesOf({ NSE: 13_033 }, share('INFY'))).toEqual([
      'NSE: 1 of 13,033 instruments would be left to trade.',
    ])
    expect(lossesOf({ NSE: 4 }, share('INFY'), share('TCS', 2))).toEqual([])
    expect(lossesOf({ NSE: 5 }, share('INFY'), share('TCS', 2))).toHaveLength(1)
    expect(lossesOf({}, share('INFY'))).toEqual([])
  })

  test('is said of contracts that have all expired, and counts only those that have not', () => {
    const old = future('26OCT', '2026-10-27')
    expect(lossesOf({ NFO: 1 }, old)).toEqual([
      'NFO: every contract in the file has expired, so nothing there can be traded.',
    ])
    expect(lossesOf({ NFO: 3 }, old, future('26NOV', '2026-11-24'))).toEqual([
      'NFO: 1 of 3 instruments would be left to trade.',
    ])
    expect(lossesOf({ NFO: 1 }, future('26NOV', TODAY))).toEqual([])
  })
})

describe('a master imported at the shell', () => {
  let dataDir = ''
  let said = ''
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

  const listStored = async () => {
    const store = await openStore({ dataDir, databaseUrl: null })
    const masters = await createInstrumentStore({ store, clock: systemClock }).listMasters()
    await store.close()
    return masters.map(({ exchange, rows }) => [exchange, rows])
  }

  test(
    'with rows that cannot be read leaves them out by choice',
    async () => {
      const { path } = fileOf('nse.csv', masterOf(share('INFY'), share('INFY'), share('TCS')))
      expect(await importInstrumentsFromShell([path, '--yes'])).toBe(1)
      expect(said).toMatch(/line 3: INFY is on line 2 already/)
      expect(said).toContain(
        'one row cannot be read; nothing was imported. To skip them and import the rest: --bad-rows skip',
      )
      const options = ['--yes', '--accept-loss', '--bad-rows', 'skip']
      expect(await importInstrumentsFromShell([path, ...options])).toBe(0)
      expect(await listStored()).toEqual([['NSE', 2]])
      await expect(importInstrumentsFromShell([path, '--bad-rows', 'keep'])).rejects.toThrow('refuse or skip')
    },
    TEST_MS,
  )

  test(
    'that would lose most of an exchange says so and needs more than --yes',
    async () => {
      const { path } = fileOf('nse.csv', masterOf(share('INFY')))
      await expect(importInstrumentsFromShell([path, '--yes'])).rejects.toThrow('--accept-loss')
      expect(said).toMatch(/NSE 1 instrument; [\d,]{5,} now/)
      expect(said).toMatch(/! NSE: 1 of [\d,]{5,} instruments would be left to trade\./)
      expect(await listStored()).toEqual([])

      expect(await importInstrumentsFromShell([path, '--yes', '--accept-loss'])).toBe(0)
      expect(await listStored()).toEqual([['NSE', 1]])

      said = ''
      expect(await importInstrumentsFromShell([path, '--yes'])).toBe(0)
      expect(said).toContain('NSE 1 instrument; 1 now')
    },
    TEST_MS,
  )
})
