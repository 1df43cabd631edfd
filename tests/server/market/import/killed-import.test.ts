import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { discardAbandonedImports } from '../../../../server/market/import/abandoned-imports.ts'
import { systemClock } from '../../../../server/ports.ts'
import { createCandleStore } from '../../../../server/store/charts/candles.ts'
import { openStore } from '../../../../server/store/database/database.ts'
import { isTradingDay } from '../../../../src/domain/calendar/calendar.ts'
import { addDays, type IstDate } from '../../../../src/domain/time.ts'
import { TEST_MS } from '../../../support/limits.ts'
import { fileOf, minuteLines } from '../../../support/market/candle-import.ts'
import { builtScript } from '../../../support/server/built-server.ts'
import { throwAwayFolder } from '../../../support/server/stores.ts'

const root = resolve(import.meta.dirname, '../../../..')
const LONG_MS = TEST_MS

/** Long enough that an import is caught in the middle of it. */
const days = Array.from({ length: 1100 }, (_, offset) => addDays('2022-01-01' as IstDate, offset))
  .filter((day) => isTradingDay(day) && day !== '2022-10-24' && day !== '2023-11-12')
  .filter((day) => !['2024-01-20', '2024-03-02', '2024-05-18', '2024-11-01'].includes(day))

/** Kills the import as soon as so many days are staged; null lets it end. Answers its exit code. */
const runImport = async (
  dataDir: string,
  path: string,
  killAtDays: number | null,
): Promise<number | null> => {
  const args = [builtScript('import'), path, '--yes']
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: 'ignore',
  })
  const ended = new Promise<number | null>((done) => child.once('exit', (code) => done(code)))
  if (killAtDays !== null) {
    const store = await openStore({ dataDir, databaseUrl: null })
    let staged = 0
    while (staged < killAtDays && child.exitCode === null) {
      const counted = await store.db
        .selectFrom('candle_chunk')
        .select(({ fn }) => fn.countAll<number>().as('days'))
        .executeTakeFirstOrThrow()
      staged = counted.days
      await new Promise((turn) => setImmediate(turn))
    }
    child.kill('SIGKILL')
    await store.close()
  }
  return ended
}

describe('an import whose process is killed', () => {
  test(
    'is as if it had never begun, and can be made again',
    async () => {
      const dataDir = throwAwayFolder()
      const { path } = fileOf('INFY.csv', `date,open,high,low,close,volume\n${minuteLines(days)}`)
      for (const killAtDays of [1, 200, 400]) {
        expect(await runImport(dataDir, path, killAtDays)).toBeNull()
        const store = await openStore({ dataDir, databaseUrl: null })
        const candles = createCandleStore({ store, clock: systemClock })
        const left = await store.db.selectFrom('candle_import').select('state').execute()
        expect([left, await candles.listSeries()]).toEqual([[{ state: 'staging' }], []])
        expect(await discardAbandonedImports(candles, systemClock)).toBe(1)
        expect(await store.db.selectFrom('candle_chunk').select('day').execute()).toEqual([])
        await store.close()
      }
      expect(await runImport(dataDir, path, null)).toBe(0)
      const store = await openStore({ dataDir, databaseUrl: null })
      const series = await createCandleStore({ store, clock: systemClock }).listSeries()
      expect(series.map(({ key, rows }) => [key, rows])).toEqual([['NSE_INFY', days.length * 375]])
      await store.close()
    },
    LONG_MS,
  )
})
