import { describe, expect, test } from 'vitest'
import { type Coverage, type FetchCoverage, findLift } from '../../../src/console/backtests/run-span.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { backtestParams } from '../../support/backtests.ts'
import { date } from '../../support/engine/notation.ts'

const run = (to: string, instruments = ['NSE_INFY', 'NSE_TCS']) => ({
  params: { ...backtestParams(), interval: '5min' as const, from: date('2024-01-01'), to: date(to) },
  instruments: instruments as InstrumentId[],
})

const server = (sources: Readonly<Record<string, Coverage['source']>>) => {
  const asked: string[] = []
  const ask: FetchCoverage = async ({ key, interval, from, to }) => {
    asked.push(`${key} ${from}..${to}`)
    const source = sources[key] ?? 'simulated'
    return { key, interval, source, rows: 10, firstDay: from, lastDay: to, storedFrom: null, storedTo: null }
  }
  return { ask, asked }
}

describe('the span limit of a run', () => {
  test('does not hold for imported candles', async () => {
    const { ask, asked } = server({ NSE_INFY: 'imported', NSE_TCS: 'imported' })
    expect(await findLift(run('2024-12-31'), false, ask)).toBe(true)
    expect(asked).toEqual(['NSE_INFY 2024-01-01..2024-12-31', 'NSE_TCS 2024-01-01..2024-12-31'])
  })

  test('holds as soon as one instrument has simulated candles, and no other is asked about after the first', async () => {
    expect(await findLift(run('2024-12-31'), false, server({ NSE_INFY: 'imported' }).ask)).toBe(false)
    const { ask, asked } = server({ NSE_TCS: 'imported' })
    expect(await findLift(run('2024-12-31'), false, ask)).toBe(false)
    expect(asked).toHaveLength(1)
  })

  test('is not asked about where the span fits or the limit was lifted by choice', async () => {
    const { ask, asked } = server({})
    expect(await findLift(run('2024-03-31'), false, ask)).toBe(false)
    expect(await findLift(run('2024-12-31'), true, ask)).toBe(true)
    expect(asked).toEqual([])
    await findLift(run('2024-04-01'), false, ask)
    expect(asked).toHaveLength(1)
  })
})
