import { describe, expect, test } from 'vitest'
import { createActor, fromPromise } from 'xstate'
import { ApiError } from '../../../src/contract/api-error.ts'
import type { BacktestResult } from '../../../src/domain/backtests/backtest.ts'
import { emptyCandles } from '../../../src/domain/charts/candle.ts'
import type { InstrumentId } from '../../../src/domain/instruments/instrument.ts'
import type { IstDate } from '../../../src/domain/time.ts'
import { backtestMachine } from '../../../src/machines/backtests/backtest-batch.ts'
import { type LoadedRun, notRunRow, type RunFailure } from '../../../src/machines/backtests/backtest-rows.ts'
import { backtestSymbolMachine, type SymbolReport } from '../../../src/machines/backtests/backtest-symbol.ts'
import { backtestParams, backtestResult, tradedContract } from '../../support/backtests.ts'
import { waitFor } from '../../support/wait-for.ts'

/** Work that waits for the test: `settle.resolve('A')` lets the work on A be done. */
const heldWork = <Output>(name: string, log: string[]) => {
  const held = new Map<string, { resolve: (output: Output) => void; reject: (error: unknown) => void }>()
  const take = (key: string) => {
    const found = held.get(key)
    if (found === undefined) throw new Error(`${name} ${key} is not being done`)
    held.delete(key)
    return found
  }
  return {
    begin: (key: string) =>
      new Promise<Output>((resolve, reject) => {
        log.push(`${name} ${key}`)
        held.set(key, { resolve, reject })
      }),
    resolve: (key: string, output: Output) => take(key).resolve(output),
    reject: (key: string, error: unknown) => take(key).reject(error),
  }
}

const SLUG = 'close-over-100-89abcdef'

const start = (
  loadRun: () => Promise<LoadedRun> = () => Promise.reject(new Error('no')),
  untraded: readonly string[] = [],
) => {
  const log: string[] = []
  const reports: SymbolReport[] = []
  const failuresSaved: (readonly RunFailure[])[] = []
  const told: string[] = []
  const candles = heldWork<'imported' | 'simulated'>('candles', log)
  const engine = heldWork<BacktestResult>('run', log)
  const save = heldWork<string>('save', log)
  const cumulative = heldWork<void>('cumulative', log)
  const symbol = backtestSymbolMachine.provide({
    actors: {
      loadCandles: fromPromise(async ({ input }) => ({
        source: await candles.begin(input.contract.instrument),
        candles: emptyCandles(1),
        minutes: null,
      })),
      runEngine: fromPromise(({ input }) => engine.begin(input.request.contract.instrument)),
      save: fromPromise(({ input }) => {
        reports.push(input)
        return save.begin(input.contract.instrument)
      }),
    },
  })
  const backtest = createActor(
    backtestMachine.provide({
      actors: {
        symbol,
        prepare: fromPromise(async ({ input }) => ({
          params: input.params,
          cut: null,
          contracts: input.instruments.map(tradedContract),
          suffix: '89abcdef',
        })),
        prepareRest: fromPromise(async ({ input }) => ({
          contracts: input.instruments.filter((one) => !untraded.includes(one)).map(tradedContract),
          failures: input.instruments
            .filter((one) => untraded.includes(one))
            .map((instrument) => ({ instrument, reason: `${instrument} is gone` })),
        })),
        loadRun: fromPromise(loadRun),
        saveCumulative: fromPromise(({ input }) => {
          failuresSaved.push(input.failures)
          return cumulative.begin(input.slug)
        }),
      },
    }),
  )
  backtest.on('*', (emitted) =>
    told.push(emitted.type === 'notice' ? emitted.notice.text : `${emitted.type} ${emitted.slug}`),
  )
  backtest.start()
  const rows = () =>
    backtest.getSnapshot().context.rows.map(({ instrument, state }) => `${instrument} ${state}`)
  /** Lets promises that are done come home. */
  const settle = async () => {
    for (let turn = 0; turn < 5; turn++) await Promise.resolve()
  }
  const run = async (...instruments: string[]) => {
    backtest.send({
      type: 'backtest.run',
      params: backtestParams(),
      instruments: instruments as InstrumentId[],
      cutFrom: 'start',
    })
    await settle()
  }
  /** Lets the work on one symbol be done, from its candles to its saved report. */
  const finish = async (instrument: string) => {
    candles.resolve(instrument, 'imported')
    await settle()
    engine.resolve(instrument, backtestResult())
    await settle()
    save.resolve(instrument, `${instrument.toLowerCase()}1`)
    await settle()
  }
  return {
    backtest,
    log,
    told,
    rows,
    run,
    settle,
    finish,
    candles,
    engine,
    save,
    cumulative,
    reports,
    failuresSaved,
  }
}

const id = (letter: string) => letter as InstrumentId

describe('a run over several symbols', () => {
  test('loads the candles of the next symbol while one runs, and of no other', async () => {
    const { log, rows, run, settle, candles, engine, save } = start()
    await run('A', 'B', 'C')
    expect(rows()).toEqual(['A loadingCandles', 'B queued', 'C queued'])
    candles.resolve('A', 'imported')
    await settle()
    expect(rows()).toEqual(['A running', 'B loadingCandles', 'C queued'])
    candles.resolve('B', 'imported')
    await settle()
    expect(rows()).toEqual(['A running', 'B running', 'C queued'])
    engine.resolve('A', backtestResult())
    await settle()
    expect(rows()).toEqual(['A saving', 'B running', 'C loadingCandles'])
    save.resolve('A', 'a1')
    await settle()
    expect(rows()).toEqual(['A saved', 'B running', 'C loadingCandles'])
    expect(log).toEqual(['candles A', 'run A', 'candles B', 'run B', 'save A', 'candles C'])
  })

  test('goes on after a symbol that failed, says so once, and sums up what there is', async () => {
    const { backtest, told, rows, run, settle, candles, engine, save, cumulative } = start()
    await run('A', 'B', 'C')
    candles.reject(
      'A',
      new ApiError({ kind: 'rejected', status: 404, code: 'NOT_FOUND', reason: 'No candles' }),
    )
    await settle()
    candles.resolve('B', 'imported')
    await settle()
    engine.reject('B', new Error('the engine stopped: unreachable'))
    await settle()
    candles.resolve('C', 'imported')
    await settle()
    engine.resolve('C', backtestResult())
    await settle()
    save.resolve('C', 'c1')
    await settle()
    expect(rows()).toEqual(['A failed', 'B failed', 'C saved'])
    const { context } = backtest.getSnapshot()
    expect(context.rows.map(({ error }) => error)).toEqual([
      'No candles',
      'the engine stopped: unreachable',
      null,
    ])
    expect([context.cumulative?.symbols, context.cumulative?.backtestUuids, context.source]).toEqual([
      1,
      ['c1'],
      'imported',
    ])
    expect(told).toEqual([
      `backtest.started ${SLUG}`,
      'Failed to run backtest Please refresh the page and try again',
      `backtest.finished ${SLUG}`,
    ])
    expect(backtest.getSnapshot().value).toEqual({ done: 'savingCumulative' })
    cumulative.resolve(SLUG, undefined)
    await settle()
    expect(backtest.getSnapshot().value).toEqual({ done: 'idle' })
  })

  test('says when its symbols ran on candles of different kinds', async () => {
    const { backtest, run, settle, candles, engine } = start()
    await run('A', 'B')
    for (const [symbol, source] of [
      ['A', 'imported'],
      ['B', 'simulated'],
    ] as const) {
      candles.resolve(symbol, source)
      await settle()
      engine.resolve(symbol, backtestResult(source))
      await settle()
    }
    expect(backtest.getSnapshot().context.source).toEqual('mixed')
  })

  test('keeps the report that could not be saved, and saves it again', async () => {
    const { backtest, told, rows, run, settle, candles, engine, save } = start()
    await run('A')
    candles.resolve('A', 'imported')
    await settle()
    engine.resolve('A', backtestResult())
    await settle()
    save.reject('A', new ApiError({ kind: 'unreachable' }))
    await settle()
    expect(rows()).toEqual(['A saveFailed'])
    expect(backtest.getSnapshot().context.rows[0]?.result).toEqual(backtestResult())
    expect(told).toContain('Error saving backtest')

    backtest.send({ type: 'backtest.saveAgain', instrument: id('A') })
    expect(rows()).toEqual(['A saving'])
    save.resolve('A', 'a1')
    await settle()
    expect(backtest.getSnapshot().context.rows).toEqual([
      {
        instrument: 'A',
        state: 'saved',
        error: null,
        backtestUuid: 'a1',
        result: { ...backtestResult(), backtestUuid: 'a1' },
      },
    ])
  })

  test('that is cancelled drops what runs and waits, and keeps what is being saved', async () => {
    const { backtest, told, rows, run, settle, candles, engine, save } = start()
    await run('A', 'B', 'C')
    candles.resolve('A', 'imported')
    await settle()
    engine.resolve('A', backtestResult())
    await settle()
    backtest.send({ type: 'backtest.cancel' })
    expect(rows()).toEqual(['A saving', 'B cancelled', 'C cancelled'])
    expect(backtest.getSnapshot().value).toEqual('cancelling')
    save.resolve('A', 'a1')
    await settle()
    expect(rows()).toEqual(['A saved', 'B cancelled', 'C cancelled'])
    expect(backtest.getSnapshot().matches('done')).toEqual(true)
    expect(told).toContain('Backtest cancelled')
  })

  test('runs a failed symbol again, and comes to its end when that is cancelled too', async () => {
    const { backtest, log, rows, run, settle, candles } = start()
    await run('A')
    candles.reject('A', new Error('no'))
    await settle()
    expect(backtest.getSnapshot().value).toEqual({ done: 'idle' })
    backtest.send({ type: 'backtest.retry', instrument: id('A') })
    expect(rows()).toEqual(['A loadingCandles'])
    backtest.send({ type: 'backtest.cancel' })
    expect([backtest.getSnapshot().value, rows(), log]).toEqual([
      { done: 'idle' },
      ['A cancelled'],
      ['candles A', 'candles A'],
    ])
  })

  test('refuses a second run and another saved one until it is over', async () => {
    const { backtest, told, rows, run } = start()
    await run('A')
    await run('B')
    backtest.send({ type: 'backtest.open', slug: 'other-run' })
    backtest.send({ type: 'backtest.open', slug: SLUG })
    expect(rows()).toEqual(['A loadingCandles'])
    expect(told).toEqual([
      `backtest.started ${SLUG}`,
      'A backtest is running. Cancel it first',
      'A backtest is running. Cancel it first',
      `backtest.opened ${SLUG}`,
    ])
  })

  test('ends without a trace when the session ends', async () => {
    const { backtest, run, log } = start()
    await run('A', 'B')
    backtest.send({ type: 'session.ended' })
    const { value, context } = backtest.getSnapshot()
    expect([value, context.rows, context.symbols, log]).toEqual(['idle', [], {}, ['candles A']])
  })
})

describe('a saved run', () => {
  const saved: LoadedRun = {
    slug: 'saved-run',
    params: backtestParams({ name: 'Saved' }),
    rows: [
      {
        instrument: id('A'),
        state: 'saved',
        result: backtestResult('simulated'),
        error: null,
        backtestUuid: 'a1',
      },
    ],
    cut: null,
    cumulative: null,
  }

  test('is shown like one that was just made', async () => {
    const { backtest, told } = start(() => Promise.resolve(saved))
    backtest.send({ type: 'backtest.open', slug: 'saved-run' })
    const { context } = await waitFor(backtest, (run) => run.matches('done'))
    const { symbols, message, openingSlug, isResumedWhenOpen, rest, source, ...shown } = context
    expect(shown).toEqual(saved)
    expect([symbols, message, openingSlug, isResumedWhenOpen, rest, source, told]).toEqual([
      {},
      null,
      null,
      false,
      [],
      'simulated',
      ['backtest.opened saved-run'],
    ])
  })

  test('whose figures over all symbols could not be read is shown, and told of', async () => {
    const { backtest, told } = start(() => Promise.resolve({ ...saved, isCumulativeDamaged: true as const }))
    backtest.send({ type: 'backtest.open', slug: 'saved-run' })
    await waitFor(backtest, (run) => run.matches('done'))
    expect(told).toEqual(['Error loading cumulative backtest data', 'backtest.opened saved-run'])
  })

  test('that is not there says what the server says', async () => {
    const { backtest, told } = start(() =>
      Promise.reject(
        new ApiError({ kind: 'rejected', status: 404, code: 'NOT_FOUND', reason: 'There is no such run' }),
      ),
    )
    backtest.send({ type: 'backtest.open', slug: 'none' })
    const { context } = await waitFor(backtest, (run) => run.matches('loadFailed'))
    expect([context.message, told]).toEqual(['There is no such run', ['There is no such run']])
  })
})

describe('a saved run that was interrupted', () => {
  const interrupted: LoadedRun = {
    slug: 'saved-run',
    params: backtestParams({ name: 'Saved' }),
    rows: [
      notRunRow(id('A')),
      { instrument: id('B'), state: 'saved', result: backtestResult(), error: null, backtestUuid: 'b1' },
      notRunRow(id('C')),
    ],
    cut: { askedFrom: '2024-01-01' as IstDate, askedTo: '2024-06-28' as IstDate, cutDays: 89 },
    cumulative: null,
  }
  const load = () => Promise.resolve(interrupted)

  test('runs only what is missing, as it was begun and under its own slug', async () => {
    const { backtest, log, rows, settle, finish, cumulative, reports } = start(load)
    backtest.send({ type: 'backtest.open', slug: 'saved-run' })
    await settle()
    expect(rows()).toEqual(['A notRun', 'B saved', 'C notRun'])
    backtest.send({ type: 'backtest.resume', slug: null })
    await settle()
    expect(rows()).toEqual(['A loadingCandles', 'B saved', 'C queued'])
    await finish('A')
    await finish('C')
    expect(log.filter((line) => line.startsWith('run'))).toEqual(['run A', 'run C'])
    const begun = {
      slug: 'saved-run',
      params: interrupted.params,
      cut: interrupted.cut,
      planned: ['A', 'B', 'C'],
    }
    expect(reports.map(({ contract: _, result: __, ...report }) => report)).toEqual([begun, begun])
    cumulative.resolve('saved-run', undefined)
    await settle()
    const { value, context } = backtest.getSnapshot()
    expect([rows(), value, context.cumulative?.symbols]).toEqual([
      ['A saved', 'B saved', 'C saved'],
      { done: 'idle' },
      3,
    ])
  })

  test('goes on from the list at once, and says so where nothing is missing', async () => {
    const { backtest, rows, settle, finish, cumulative, told, run } = start(load)
    backtest.send({ type: 'backtest.resume', slug: 'saved-run' })
    await settle()
    expect([rows(), told]).toEqual([
      ['A loadingCandles', 'B saved', 'C queued'],
      ['backtest.opened saved-run'],
    ])
    backtest.send({ type: 'backtest.resume', slug: 'saved-run' })
    await run('D')
    expect(told.slice(1)).toEqual([
      'A backtest is running. Cancel it first',
      'A backtest is running. Cancel it first',
    ])
    await finish('A')
    await finish('C')
    cumulative.resolve('saved-run', undefined)
    await settle()
    backtest.send({ type: 'backtest.resume', slug: null })
    expect(told.at(-1)).toEqual('All symbols of this backtest are done')
  })

  test('runs one of the missing by itself, and keeps the reason of one that is not traded any more', async () => {
    const { backtest, rows, settle, finish, cumulative, failuresSaved } = start(load, ['A'])
    backtest.send({ type: 'backtest.open', slug: 'saved-run' })
    await settle()
    backtest.send({ type: 'backtest.retry', instrument: id('C') })
    await settle()
    expect(rows()).toEqual(['A notRun', 'B saved', 'C loadingCandles'])
    await finish('C')
    cumulative.resolve('saved-run', undefined)
    await settle()
    backtest.send({ type: 'backtest.resume', slug: null })
    await settle()
    expect([rows(), failuresSaved]).toEqual([
      ['A failed', 'B saved', 'C saved'],
      [[], [{ instrument: 'A', reason: 'A is gone' }]],
    ])
  })
})

test('a run that was cancelled goes on with what it had not come to', async () => {
  const { backtest, rows, run, settle, finish, cumulative, reports } = start()
  await run('A', 'B')
  await finish('A')
  backtest.send({ type: 'backtest.cancel' })
  await settle()
  cumulative.resolve(SLUG, undefined)
  await settle()
  expect(rows()).toEqual(['A saved', 'B cancelled'])
  backtest.send({ type: 'backtest.resume', slug: null })
  await settle()
  await finish('B')
  expect([rows(), reports.map(({ slug }) => slug)]).toEqual([
    ['A saved', 'B saved'],
    [SLUG, SLUG],
  ])
})
