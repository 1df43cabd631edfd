import { describe, expect, test } from 'vitest'
import { loadCandles } from '../../../src/console/candles-of-run.ts'
import { CANDLE_COLUMNS_MIME, encodeCandles } from '../../../src/contract/charts/candle-columns.ts'
import { defaultBases } from '../../../src/contract/endpoint.ts'
import { CONTRACT_VERSION } from '../../../src/contract/version.ts'
import type { BacktestParams } from '../../../src/domain/backtests/backtest.ts'
import { emptyCandles } from '../../../src/domain/charts/candle.ts'
import { createHttpClient } from '../../../src/platform/http-client.ts'
import { backtestParams, tradedContract } from '../../support/backtests.ts'

const columns = (rows: number, source: string, finest?: string) =>
  new Response(encodeCandles(emptyCandles(rows)), {
    headers: {
      'content-type': CANDLE_COLUMNS_MIME,
      'x-contract': CONTRACT_VERSION,
      'x-candle-source': source,
      ...(finest === undefined ? {} : { 'x-candle-finest': finest }),
    },
  })

const refused = (status: number) =>
  Response.json({ status: 'error', message: 'none', code: 'NOT_FOUND' }, { status })

/** Rows of the minutes a run would get, or null, and what was asked for. */
const load = async (
  changes: Partial<BacktestParams>,
  minutes: () => Response | Promise<Response>,
  signal = new AbortController().signal,
  finest?: string,
) => {
  const asked: string[] = []
  const http = createHttpClient({
    bases: defaultBases,
    healthUrl: '/health',
    token: () => 'token',
    ticks: () => 0,
    listeners: {
      unauthorized: () => {},
      answered: () => {},
      unreachable: () => {},
      outdated: () => {},
      serverTime: () => {},
    },
    fetch: async (input) => {
      const query = new URL(String(input), 'http://localhost').searchParams
      asked.push([query.get('interval'), query.get('source')].join(' ').trim())
      return query.get('interval') === 'min' && asked.length > 1 ? minutes() : columns(3, 'imported', finest)
    },
  })
  const params = backtestParams({ stopLoss: 1, targetProfit: 2, ...changes })
  const loaded = await loadCandles({ params, contract: tradedContract('INDICES_NIFTY 50') }, http, signal)
  return { asked, candles: loaded.candles.time.length, minutes: loaded.minutes?.time.length ?? null }
}

describe('the minutes that settle what came first', () => {
  test('are loaded behind the candles, from the same source', async () => {
    expect(await load({}, () => columns(15, 'imported'))).toEqual({
      asked: ['5min', 'min imported'],
      candles: 3,
      minutes: 15,
    })
  })

  test.each<[string, Partial<BacktestParams>]>([
    ['a run without a stop', { stopLoss: null }],
    ['a run without a target', { targetProfit: null }],
    ['a run on minutes', { interval: 'min' }],
    ['a run on weeks', { interval: 'week' }],
    ['a run over ten years', { from: '2014-06-30' as never }],
  ])('are not asked for by %s', async (_, changes) => {
    const { asked, minutes } = await load(changes, () => columns(15, 'imported'))
    expect([asked.length, minutes]).toEqual([1, null])
  })

  test('are asked for only where there are any', async () => {
    const ask = (finest: string) => load({}, () => columns(15, 'imported'), undefined, finest)
    const [coarse, fine] = await Promise.all([ask('5min'), ask('min')])
    expect([coarse.asked, coarse.minutes, fine.asked]).toEqual([['5min'], null, ['5min', 'min imported']])
  })

  test.each<[string, () => Response | Promise<Response>, number | null]>([
    ['not stored', () => refused(404), null],
    ['too many for the server', () => refused(413), null],
    ['out of reach', () => Promise.reject(new TypeError('fetch failed')), null],
    ['of another source', () => columns(15, 'simulated'), null],
    ['not columns', () => new Response('CNDL', { headers: { 'x-candle-source': 'imported' } }), null],
    ['none', () => columns(0, 'imported'), 0],
  ])('a run goes on where they are %s', async (_, answer, expected) => {
    const { candles, minutes } = await load({}, answer)
    expect([candles, minutes]).toEqual([3, expected])
  })

  test('a cancelled run does not go on', async () => {
    const cancelling = new AbortController()
    const loading = load(
      {},
      () => {
        cancelling.abort()
        return Promise.reject(cancelling.signal.reason)
      },
      cancelling.signal,
    )
    await expect(loading).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }))
  })
})
