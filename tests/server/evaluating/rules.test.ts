import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Worker } from 'node:worker_threads'
import * as fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { composeEvaluating } from '../../../server/compose-evaluating.ts'
import { createRules, type RuleOutcome, type RuleWork } from '../../../server/evaluating/rules.ts'
import { createLog } from '../../../server/log.ts'
import { createSecretWatch } from '../../../server/services/session/secret-watch.ts'
import { startThread } from '../../../server/threads/start-thread.ts'
import { type Candles, type OtherCandles, sliceCandles } from '../../../src/domain/charts/candle.ts'
import { type InstrumentId, instrumentId } from '../../../src/domain/instruments/instrument.ts'
import { parseCondition, parseOperand } from '../../../src/domain/strategies/condition/parse.ts'
import { createHost } from '../../../src/engine/kernel-host.ts'
import { createLiveHost } from '../../../src/engine/live/live-host.ts'
import type { RuleTerms } from '../../../src/engine/live/live-rule.ts'
import { putChart } from '../../../src/engine/program/chart.ts'
import { evaluate } from '../../../src/engine/program/evaluate.ts'
import { backtestKernels, technicalsKernels } from '../../../src/engine/program/kernels.ts'
import { putOthers } from '../../../src/engine/program/other-series.ts'
import { createCompiler } from '../../../src/engine/program/program.ts'
import { runTechnicals } from '../../../src/engine/program/technicals.ts'
import { clockAt } from '../../support/clock.ts'
import { engineModules } from '../../support/engine/engines.ts'
import { series } from '../../support/engine/random.ts'

const root = resolve(import.meta.dirname, '../../..')
const { technicals, backtest } = await engineModules()

const seriesOf = (moves: number): Candles => {
  const [made] = fc.sample(series({ minLength: moves, maxLength: moves }), { numRuns: 1, seed: 11 })
  if (made === undefined) throw new Error('no series was made')
  return made
}

const terms: RuleTerms = {
  rule: 'ema(close,3) crosses above ema(close,8)@15min and rsi(5) < 70 or close > 1.02 * sma(close,5)',
  instrument: 'NSE_INDEX:NIFTY 50' as InstrumentId,
  interval: '5min',
}

/** A run of the whole series, as the browser's worker makes it: where the rule is true. */
const browserRun = (candles: Candles): readonly number[] => {
  const parsed = parseCondition(terms.rule)
  if (!parsed.ok) throw new Error(parsed.problem.expected)
  const compiler = createCompiler(terms)
  const step = compiler.condition(parsed.tree)
  return createHost(backtest, 'Backtest', backtestKernels).use((memory) => {
    const columns = evaluate(memory, compiler.program, candles, putChart(memory, candles))
    return [...memory.takeFlags(columns(step), candles.time.length)]
  })
}

/** The last value of each operand at each candle, as the browser's worker answers it. */
const browserValues = (candles: Candles): Readonly<Record<string, readonly (number | null)[]>> => {
  const texts = ['ema(close,3)', 'ema(close,8)@15min', 'rsi(5)']
  const requests = texts.map((text) => {
    const parsed = parseOperand(text)
    if (!parsed.ok || parsed.tree.kind !== 'indicator') throw new Error(text)
    return parsed.tree
  })
  const host = createHost(technicals, 'GetTechnicals', technicalsKernels)
  const { results } = runTechnicals(host, { interval: '5min', give: 'columns', requests }, candles)
  return Object.fromEntries(
    results.map((answer, index) => {
      if ('problem' in answer) throw new Error(answer.problem)
      return [texts[index], Object.values(answer.outputs)[0] ?? []]
    }),
  )
}

const startEvaluating = () => {
  const threads: Worker[] = []
  const evaluation = composeEvaluating({
    wasmFolder: resolve(root, 'public/wasm'),
    serverDir: resolve(root, 'server'),
    clock: clockAt('2026-11-20 10:00'),
    log: createLog({ level: 'fatal', secrets: createSecretWatch(), write: () => {} }),
    start: (...how) => {
      const thread = startThread(...how)
      threads.push(thread)
      return thread
    },
  })
  onTestFinished(() => evaluation.close())
  return { evaluation, threads }
}

const candleByCandle = async (
  run: (work: RuleWork) => RuleOutcome | Promise<RuleOutcome>,
  candles: Candles,
  at?: (row: number) => void,
): Promise<readonly RuleOutcome[]> => {
  const outcomes: RuleOutcome[] = []
  for (let row = 0; row < candles.time.length; row++) {
    at?.(row)
    const snapshot = outcomes.at(-1)?.snapshot ?? null
    outcomes.push(await run({ ...terms, snapshot, candles: sliceCandles(candles, row, row + 1) }))
  }
  return outcomes
}

const flagsOf = (outcomes: readonly RuleOutcome[]): readonly number[] =>
  outcomes.flatMap(({ isTrue }) => [...isTrue])

/** Linux's nice value of each thread of this process. */
const nicesOfThreads = (): readonly number[] =>
  readdirSync('/proc/self/task').map((id) => {
    const stat = readFileSync(`/proc/self/task/${id}/stat`, 'utf8')
    // Of its 52 fields the second, a name, may hold spaces; the nice value is the 19th.
    return Number(stat.slice(stat.lastIndexOf(') ') + 2).split(' ')[16])
  })

describe('a rule in a thread of the server', () => {
  test.skipIf(process.platform !== 'linux')(
    'yields to orders, and hardly to other programs of the machine',
    async () => {
      const before = Math.max(...nicesOfThreads())
      const { evaluation } = startEvaluating()
      await evaluation.run({ ...terms, snapshot: null, candles: seriesOf(30) })
      const nice = nicesOfThreads()
      expect(nice).toContain(2)
      expect(Math.max(...nice)).toBe(Math.max(before, 2))
    },
  )

  test('is true candle by candle where the run of a browser is, with the same values to the bit', async () => {
    const candles = seriesOf(300)
    const { evaluation } = startEvaluating()
    const outcomes = await candleByCandle(evaluation.run, candles)
    expect(flagsOf(outcomes)).toEqual(browserRun(candles))
    expect(new Set(flagsOf(outcomes))).toEqual(new Set([0, 1]))
    for (const [text, column] of Object.entries(browserValues(candles)))
      expect(
        outcomes.map(({ values }) => {
          const found = values.find((one) => one.text === text)?.value ?? Number.NaN
          return Number.isNaN(found) ? null : found
        }),
        text,
      ).toEqual(column)
  })

  test('goes on in another thread when its own has ended', async () => {
    const candles = seriesOf(60)
    const { evaluation, threads } = startEvaluating()
    const outcomes = await candleByCandle(evaluation.run, candles, (row) => {
      if (row === 30) void threads[0]?.terminate()
    })
    expect(threads.length).toBe(2)
    expect(flagsOf(outcomes)).toEqual(browserRun(candles))
  })

  test('that makes no sense is refused with its column', async () => {
    const { evaluation } = startEvaluating()
    const candles = seriesOf(1)
    await expect(
      evaluation.run({ ...terms, rule: 'close >> 5', snapshot: null, candles }),
    ).rejects.toMatchObject({ code: 'MALFORMED', message: expect.stringMatching(/^rule, column 8: found/) })
  })
})

describe('rules of one close', () => {
  const candles = seriesOf(40)
  const whole = (rule = terms.rule): RuleWork => ({ ...terms, rule, snapshot: null, candles })
  const expected = browserRun(candles)

  test('are answered each by its own, and one that is refused fails no other', async () => {
    const { evaluation } = startEvaluating()
    const works = Array.from({ length: 120 }, (_, index) => whole(index % 7 === 3 ? 'close >> 5' : undefined))
    const answers = await Promise.allSettled(works.map(evaluation.run))
    answers.forEach((answer, index) => {
      if (index % 7 === 3) expect(answer.status).toBe('rejected')
      else expect(answer.status === 'fulfilled' && [...answer.value.isTrue]).toEqual(expected)
    })
  })

  test('are answered though their thread ends', async () => {
    const { evaluation, threads } = startEvaluating()
    await evaluation.run(whole())
    const answers = Promise.all(Array.from({ length: 60 }, () => evaluation.run(whole())))
    setImmediate(() => void threads[0]?.terminate())
    for (const { isTrue } of await answers) expect([...isTrue]).toEqual(expected)
  })
})

describe('a rule that reads other instruments', () => {
  const rule = 'close of "TCS" crosses above sma(close,3) or rsi(5)@15min of "NFO-FUT_X" < 30'
  const [own, tcs, future] = fc.sample(series({ minLength: 120, maxLength: 120 }), { numRuns: 3, seed: 12 })
  if (own === undefined || tcs === undefined || future === undefined) throw new Error('no series was made')
  const others: OtherCandles = {
    [instrumentId('NSE', 'TCS')]: tcs,
    [instrumentId('NFO-FUT', 'X')]: future,
  }
  const expected = (() => {
    const parsed = parseCondition(rule)
    if (!parsed.ok) throw new Error(parsed.problem.expected)
    const compiler = createCompiler(terms)
    const step = compiler.condition(parsed.tree)
    return createHost(backtest, 'Backtest', backtestKernels).use((memory) => {
      const around = putOthers(memory, compiler.program, others)
      const columns = evaluate(memory, compiler.program, own, putChart(memory, own), around)
      return [...memory.takeFlags(columns(step), own.time.length)]
    })
  })()
  /** Candles of the others that begin behind `after`, up to `until`. */
  const between = (after: number, until: number): OtherCandles =>
    Object.fromEntries(
      Object.entries(others).map(([instrument, input]) => {
        const rows = [after, until].map((time) => input.time.filter((start) => start <= time).length)
        return [instrument, sliceCandles(input, rows[0] ?? 0, rows[1] ?? 0)]
      }),
    )

  test('is true in a thread where the run of a browser is, whatever comes together', async () => {
    const { evaluation } = startEvaluating()
    for (const size of [1, 7, own.time.length]) {
      const outcomes: RuleOutcome[] = []
      for (let row = 0; row < own.time.length; row += size) {
        const part = sliceCandles(own, row, row + size)
        const after = row === 0 ? Number.NEGATIVE_INFINITY : (own.time[row - 1] ?? 0)
        const work = { candles: part, others: between(after, part.time.at(-1) ?? 0) }
        const snapshot = outcomes.at(-1)?.snapshot ?? null
        outcomes.push(await evaluation.run({ ...terms, rule, snapshot, ...work }))
      }
      expect(flagsOf(outcomes)).toEqual(expected)
    }
    expect(new Set(expected)).toEqual(new Set([0, 1]))
  })

  test('takes candles of others that are ahead of its rows for the rows to come', () => {
    const { run } = createRules(createLiveHost(backtest))
    const work = { ...terms, rule, snapshot: null }
    const head = run({
      ...work,
      candles: sliceCandles(own, 0, 1),
      others: between(-Infinity, own.time[1] ?? 0),
    })
    const none = between(0, 0)
    const tail = run({ ...work, snapshot: head.snapshot, candles: sliceCandles(own, 1, 2), others: none })
    expect(flagsOf([head, tail])).toEqual(expected.slice(0, 2))
  })

  test('is refused where candles of one are not given, or come late', () => {
    const { run } = createRules(createLiveHost(backtest))
    const work = { ...terms, rule, snapshot: null, candles: sliceCandles(own, 0, 3) }
    expect(() => run(work)).toThrow('candles of NSE_TCS: there are none')
    const { snapshot } = run({ ...work, others: between(0, 0) })
    expect(() => run({ ...work, snapshot, candles: sliceCandles(own, 3, 4), others })).toThrow(
      'comes after a row that reads it',
    )
  })
})

describe(createRules, () => {
  const rules = (keptMax?: number) => createRules(createLiveHost(backtest), keptMax)

  test('keeps no state between two works: neither of another series nor of a rule that has been dropped', async () => {
    const candles = seriesOf(80)
    const { run } = rules(1)
    const other = { ...terms, rule: 'close > 3', snapshot: null, candles }
    const outcomes = await candleByCandle(run, candles, (row) => {
      if (row % 3 === 0) run(other)
      run({ ...terms, snapshot: null, candles })
    })
    expect(flagsOf(outcomes)).toEqual(browserRun(candles))
  })

  test('goes on after a candle that was refused', async () => {
    const candles = seriesOf(40)
    const { run } = rules()
    const outcomes = await candleByCandle(run, candles, (row) => {
      const broken = sliceCandles(candles, row, row + 1)
      expect(() =>
        run({ ...terms, snapshot: null, candles: { ...broken, high: broken.low.map((low) => low - 1) } }),
      ).toThrow('candles: row 0')
    })
    expect(flagsOf(outcomes)).toEqual(browserRun(candles))
  })

  test('refuses the snapshot of another rule', () => {
    const candles = seriesOf(5)
    const { run } = rules()
    const { snapshot } = run({ ...terms, rule: 'close > 3', snapshot: null, candles })
    expect(() => run({ ...terms, snapshot, candles })).toThrow('the snapshot is of other conditions')
  })
})
