import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createKeptDays, type KeptEntries } from '../../../server/scanning/kept-days.ts'
import { candlesFrom } from '../../../src/domain/charts/candle.ts'
import type { IstDate } from '../../../src/domain/time.ts'
import { throwAwayFolder } from '../../support/server/stores.ts'

const entries: KeptEntries = [
  [
    'day NSE_TCS',
    { candles: candlesFrom(() => Float64Array.of(1, 2, 3)), from: '2026-01-01' as IstDate, until: 3 },
  ],
]

describe('days that are kept over a restart', () => {
  test('are read as they were written, by the same market only', async () => {
    const folder = throwAwayFolder()
    expect(await createKeptDays(folder, () => 'seed 1').read()).toEqual([])
    await createKeptDays(folder, () => 'seed 1').write(entries)
    expect(await createKeptDays(folder, () => 'seed 1').read()).toEqual(entries)
    expect(await createKeptDays(folder, () => 'seed 2').read()).toEqual([])
    expect(statSync(join(folder, 'scanned-days.bin')).mode & 0o077).toBe(0)
  })

  test('are made again where the file is damaged', async () => {
    const folder = throwAwayFolder()
    const kept = createKeptDays(folder, () => 'seed 1')
    await kept.write(entries)
    const path = join(folder, 'scanned-days.bin')
    const bytes = readFileSync(path)
    for (const damaged of [bytes.subarray(0, bytes.length / 2), Buffer.from('nonsense'), Buffer.alloc(0)]) {
      writeFileSync(path, damaged)
      expect(await kept.read()).toEqual([])
    }
  })
})
