import { describe, expect, test } from 'vitest'
import { createPreview } from '../../../../src/console/strategies/editor/compute-preview.ts'
import { encodeCandles } from '../../../../src/contract/charts/candle-columns.ts'
import type { InstrumentId } from '../../../../src/domain/instruments/instrument.ts'
import { newOptions } from '../../../../src/domain/strategies/new-strategy.ts'
import type { EquityStrategy, OptionsStrategy } from '../../../../src/domain/strategies/strategy.ts'
import { runTechnicals } from '../../../../src/engine/program/technicals.ts'
import type { EngineClient } from '../../../../src/engine/worker/client.ts'
import {
  PREVIEW_REFRESH_MS,
  type RowOfRule,
} from '../../../../src/machines/strategies/editor/rule-preview.ts'
import type { HttpClient } from '../../../../src/platform/http-client.ts'
import { engineHost } from '../../../support/engine/engines.ts'
import { candles, date } from '../../../support/engine/notation.ts'
import { rsiDip } from '../../../support/strategies.ts'

const host = await engineHost('GetTechnicals')
const TCS = 'NSE_TCS' as InstrumentId
const INFY = 'NSE_INFY' as InstrumentId

const line = candles('100 102 99 103 104 98 105', { day: '2024-04-01' })
const stored: Readonly<Record<string, typeof line>> = { [TCS]: line, [INFY]: line }

const start = () => {
  let now = 0
  const loaded: string[] = []
  const computed: string[] = []
  const http = {
    callForBytes: async (_: unknown, { query }: { query: { key: string } }) => {
      loaded.push(query.key)
      return {
        bytes: encodeCandles(stored[query.key] ?? candles('')),
        headers: new Headers({ 'x-candle-source': 'imported', 'x-candle-finest': '5min' }),
      }
    },
  } as unknown as HttpClient
  const engine: Pick<EngineClient, 'technicals' | 'runBacktest'> = {
    technicals: async (request, series, { others } = {}) => {
      computed.push(...request.requests.map(({ key }) => key))
      return runTechnicals(host, request, series, others)
    },
    runBacktest: () => Promise.reject(new Error('nothing is traded without a list of instruments')),
  }
  const preview = createPreview({
    http,
    engine,
    instruments: () => null,
    today: () => date('2024-04-01'),
    slippageBps: () => 0,
    now: () => now,
  })
  const show = (entryLogic: string, row: RowOfRule | null = null, instrument = TCS) => {
    const strategy: EquityStrategy = {
      ...rsiDip,
      entryLogic,
      exitType: 'none',
      exitLogic: '',
      tradingStartTime: '09:15',
      tradingStopTime: '15:30',
    }
    return preview({ strategy, instrument, row }, new AbortController().signal)
  }
  const showOptions = (rules: OptionsStrategy['entryUnderlyings'], instrument: InstrumentId) => {
    const strategy: OptionsStrategy = {
      ...newOptions,
      entryType: 'condition',
      entryTime: null,
      tradingStartTime: '09:15',
      entryUnderlyings: rules,
    }
    return preview({ strategy, instrument, row: null }, new AbortController().signal)
  }
  return {
    show,
    showOptions,
    loaded,
    computed,
    pass: (milliseconds: number) => {
      now += milliseconds
    },
  }
}

describe('the preview of a rule', () => {
  test('counts when it became true, and the candles with and without the row under the cursor', async () => {
    const { show } = start()
    const { isTrue, candlesWithout, entry } = await show('close > 100 and close > 103', {
      rule: 'entry',
      row: 1,
    })
    expect([isTrue, candlesWithout]).toEqual([{ times: 2, candles: 2 }, 4])
    expect(entry.map(({ left, isTrue: now }) => [left, now])).toEqual([
      [105, true],
      [105, true],
    ])
  })

  test('loads candles once a minute, and computes an indicator once', async () => {
    const { show, loaded, computed, pass } = start()
    for (const threshold of [1, 10, 100]) await show(`sma(close,2) > ${threshold}`)
    expect([loaded, computed]).toEqual([[TCS], ['sma']])
    await show('ema(close,2) > 100 and sma(close,2) > 100')
    expect([loaded, computed]).toEqual([[TCS], ['sma', 'ema']])
    pass(PREVIEW_REFRESH_MS)
    await show('sma(close,2) > 100')
    expect(loaded).toEqual([TCS, TCS])
  })

  test('reads other instruments, and its own where the rule names it', async () => {
    const { show, loaded } = start()
    const other = await show('close > 100 and close of "INFY" > 100')
    expect([other.isTrue.candles, loaded]).toEqual([4, [TCS, INFY]])
    const own = await show('close of "TCS" > 100')
    expect(own.isTrue.candles).toEqual(4)
  })

  test('of options is that of the underlying, and marks the candles at which it enters', async () => {
    const { showOptions } = start()
    const rules = [
      { segSym: TCS, logic: 'close > 103' },
      { segSym: INFY, logic: 'close > 104' },
    ]
    const marksOn = async (instrument: InstrumentId) => {
      const { lines, isTrue, trades, notTraded } = await showOptions(rules, instrument)
      expect([trades, notTraded, lines.map(({ draw }) => draw)]).toEqual([[], null, ['marks']])
      return [isTrue.candles, [...(lines[0]?.values ?? [])].filter((value) => !Number.isNaN(value))]
    }
    expect(await marksOn(TCS)).toEqual([2, [104, 105]])
    expect(await marksOn(INFY)).toEqual([1, [105]])
  })

  test('draws what belongs over the candles, and says why nothing was traded', async () => {
    const { show } = start()
    const { lines, notTraded, trades, candles: shown } = await show('close > ema(close,2) and rsi(2) > 1')
    expect(lines.map(({ label }) => label)).toEqual(['ema(close,2)'])
    expect([notTraded, trades]).toEqual(['NSE_TCS is not in the instrument list', []])
    expect(shown.time.length).toEqual(7)
  })

  test('without candles says so', async () => {
    const { show } = start()
    await expect(show('close > 1', null, 'NSE_ITC' as InstrumentId)).rejects.toThrow()
  })
})
