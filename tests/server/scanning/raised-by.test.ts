import { expect, test, vi } from 'vitest'
import { createAlertRules } from '../../../server/scanning/alert-rules.ts'
import { raisedBy } from '../../../server/scanning/raised-by.ts'
import { createScanColumns, type ScanColumns } from '../../../server/scanning/scan-columns.ts'
import type { Raised } from '../../../server/scanning/scan-input.ts'
import { exchangeCalendar } from '../../../src/domain/calendar/calendar.ts'
import { candlesFrom } from '../../../src/domain/charts/candle.ts'
import type { Instrument, InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import { type EpochMs, MINUTE_MS } from '../../../src/domain/time.ts'
import { EngineError } from '../../../src/engine/failure.ts'
import { createHost, type Host } from '../../../src/engine/kernel-host.ts'
import { backtestKernels } from '../../../src/engine/program/kernels.ts'
import { engineModules } from '../../support/engine/engines.ts'

const { backtest } = await engineModules()
const host = createHost(backtest, 'Backtest', backtestKernels)
const open = Date.parse('2026-11-25T09:15+05:30')
const at = (minute: number): EpochMs => (open + minute * MINUTE_MS) as EpochMs
const ids = ['NSE_A', 'NSE_B'] as InstrumentId[]

/** Falls for nine minutes, and rises with the tenth. */
const candles = candlesFrom((name) =>
  Float64Array.from({ length: 10 }, (_, row) => (name === 'time' ? at(row) : row < 9 ? 100 - row : 120)),
)

const judge = (given: Host, rules: readonly string[], judgedAt: EpochMs = at(9)) =>
  raisedBy(
    {
      columns: {
        refresh: async () => {},
        isReady: () => true,
        closed: async () => candles,
      } as unknown as ScanColumns,
      host: given,
      calendar: exchangeCalendar,
      clock: { now: () => at(10) },
      find: (id) => ({ id, segment: 'NSE', tradingSymbol: id.slice(4) }) as unknown as Instrument,
      ...createAlertRules(),
    },
    {
      universe: ids.join(),
      listed: null,
      interval: 'min',
      asOf: null,
      rules: rules.map((logic) => ({ logic, judgedAt })),
    },
    { ids, signal: new AbortController().signal },
  )

const rules = ['close > close(-1)', 'close > 0', 'close > sma(close,3)', 'close >']

test('each rule gives the symbols for which it became true since it was judged, or why it cannot be read', async () => {
  const { byRule, asOf } = await judge(host, rules)
  expect(asOf).toBe(at(10))
  const hits = (logic: string) =>
    ids.map((segSym) => ({
      ...{ segSym, bar: at(9), price: 120 },
      values: expect.arrayContaining([{ text: logic, value: expect.any(Number) }]),
    }))
  expect(byRule).toEqual([
    { hits: hits('close(-1)'), loading: 0 },
    { hits: [], loading: 0 },
    { hits: hits('sma(close,3)'), loading: 0 },
    { refusal: expect.stringContaining('column 8') },
  ])
  const later = await judge(host, rules, at(10))
  expect(later.byRule.slice(0, 3)).toEqual([1, 2, 3].map(() => ({ hits: [], loading: 0 })))
})

test('a rule that cannot be computed holds up no other', async () => {
  const failing = (uses: readonly number[]): Host => {
    let count = 0
    return {
      use(work) {
        count++
        if (uses.includes(count)) throw new EngineError({ kind: 'trapped', reason: 'unreachable' })
        return host.use(work)
      },
    }
  }
  // All together for the second symbol, and then the first of them alone.
  const { byRule } = await judge(failing([2, 3]), rules.slice(0, 3))
  expect(byRule).toEqual([
    { refusal: expect.stringContaining('unreachable') },
    { hits: [], loading: 0 },
    {
      hits: [expect.objectContaining({ segSym: ids[0] }), expect.objectContaining({ segSym: ids[1] })],
      loading: 0,
    },
  ])
})

test('gets on by a symbol at each call where a candle closes in the time that one takes to be read', async () => {
  vi.spyOn(performance, 'now').mockImplementation(() => clockOfReads++ * 10_000)
  let clockOfReads = 0
  let minute = 10
  const many = Array.from({ length: 6 }, (_, index) => `NSE_${index}`) as InstrumentId[]
  const columns = createScanColumns({
    calendar: exchangeCalendar,
    clock: { now: () => at(minute) },
    readCandles: async () => {
      minute++
      return candlesFrom((name) =>
        Float64Array.from({ length: minute }, (_, row) => (name === 'time' ? at(row) : row % 2)),
      )
    },
  })
  const call = (asOf: number | null) =>
    raisedBy(
      {
        columns,
        host,
        calendar: exchangeCalendar,
        clock: { now: () => at(minute) },
        find: (id) => ({ id, segment: 'NSE', tradingSymbol: id.slice(4) }) as unknown as Instrument,
        ...createAlertRules(),
      },
      {
        universe: 'x',
        listed: null,
        interval: 'min',
        asOf,
        rules: [{ logic: 'close > 0', judgedAt: at(9) }],
      },
      { ids: many, signal: new AbortController().signal },
    )
  const left: number[] = []
  let answer = await call(null)
  const { asOf } = answer
  for (let more = 0; more < 5; more++) {
    left.push(loadingOf(answer))
    answer = await call(asOf)
  }
  vi.restoreAllMocks()
  expect([...left, loadingOf(answer)]).toEqual([5, 4, 3, 2, 1, 0])
  const [judged] = answer.byRule
  const hits = judged !== undefined && 'hits' in judged ? judged.hits : []
  expect(hits.map(({ segSym, bar }) => [segSym, bar])).toEqual(many.map((id) => [id, at(9)]))
})

const loadingOf = ({ byRule: [first] }: Raised): number =>
  first !== undefined && 'loading' in first ? first.loading : -1
