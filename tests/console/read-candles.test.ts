import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callForCandles } from '../../src/console/read-candles.ts'
import type { InstrumentId } from '../../src/domain/instruments/instrument.ts'
import type { IstDate } from '../../src/domain/time.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const day = '2026-11-23' as IstDate

test('candles of many contracts are asked for at the pace that the server takes, each once', async () => {
  const asked: { readonly key: string; readonly at: number }[] = []
  const http = {
    callForBytes: async (_: unknown, { query }: { query: { key: string } }) => {
      asked.push({ key: query.key, at: performance.now() })
      return { bytes: new ArrayBuffer(0), headers: new Headers() }
    },
  }
  const keys = Array.from({ length: 250 }, (_, n) => `NFO-OPT_${n}` as InstrumentId)
  const { signal } = new AbortController()
  const all = Promise.all(
    keys.map((key) => callForCandles({ key, interval: '5min', from: day, to: day }, http as never, signal)),
  )
  await vi.advanceTimersByTimeAsync(10_000)
  await all
  expect(asked.map(({ key }) => key).toSorted()).toEqual(keys.toSorted())
  for (const { at } of asked)
    expect(asked.filter((one) => one.at >= at && one.at < at + 2_000).length).toBeLessThanOrEqual(90)
  expect(asked.at(-1)?.at).toBeLessThan(6_000 + (asked[0]?.at ?? 0))
})

test('one that waits for its turn is given up when it is left', async () => {
  let calls = 0
  const http = {
    callForBytes: async () => ({ bytes: new ArrayBuffer(0), headers: new Headers(), n: calls++ }),
  }
  const query = { key: 'NSE_TCS' as InstrumentId, interval: '5min', from: day, to: day } as const
  const stay = new AbortController()
  await Promise.all(Array.from({ length: 90 }, () => callForCandles(query, http as never, stay.signal)))
  const left = new AbortController()
  const waiting = callForCandles(query, http as never, left.signal).then(
    () => 'answered',
    () => 'left',
  )
  left.abort()
  await vi.advanceTimersByTimeAsync(3_000)
  expect([await waiting, calls]).toEqual(['left', 90])
})
