import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { indexContracts } from '../../../../server/market/master/universe.ts'
import { createSimulatedMarket } from '../../../../server/market/simulated/simulated-market.ts'
import type { SampleStrategy } from '../../../../server/services/strategies/sample-strategy.ts'
import { loadSamples, readSample } from '../../../../server/services/strategies/samples.ts'
import { StrategySlug, StrategyUuid } from '../../../../src/contract/strategies.ts'
import type { BacktestResult, TradedContract } from '../../../../src/domain/backtests/backtest.ts'
import { exchangeCalendar, openMinuteOf } from '../../../../src/domain/calendar/calendar.ts'
import type { Candles } from '../../../../src/domain/charts/candle.ts'
import { isIntraday } from '../../../../src/domain/charts/interval.ts'
import { resample } from '../../../../src/domain/charts/resample.ts'
import type { InstrumentId } from '../../../../src/domain/instruments/instrument.ts'
import { sides } from '../../../../src/domain/orders/order.ts'
import { checkStrategy } from '../../../../src/domain/strategies/check-strategy.ts'
import { parseCondition } from '../../../../src/domain/strategies/condition/parse.ts'
import { printCondition } from '../../../../src/domain/strategies/condition/print.ts'
import { type RunAssumptions, runOfStrategy } from '../../../../src/domain/strategies/run-of-strategy.ts'
import {
  categories,
  entryTypes,
  exitTypes,
  instrumentsOf,
  legExpiries,
  type Strategy,
  subCategories,
  trends,
} from '../../../../src/domain/strategies/strategy.ts'
import { runBacktest } from '../../../../src/engine/backtest/backtest.ts'
import { runOptions } from '../../../../src/engine/options/option-run.ts'
import { engineHost } from '../../../support/engine/engines.ts'
import { at, day, simulated } from '../../../support/market/market.ts'
import { startServer, type TestServer } from '../../../support/server/server.ts'
import { throwAwayFolder } from '../../../support/server/stores.ts'

const host = await engineHost('Backtest')
const samples = loadSamples(join(import.meta.dirname, '../../../../server/samples/strategies'))

const assumptions: RunAssumptions = {
  from: day('2026-11-09'),
  to: day('2026-11-20'),
  capital: 1_000_000,
  costs: true,
  fill: 'next_open',
  slippageBps: 2,
  slippageTicks: 0,
}

describe('the library of samples', () => {
  test('holds at least 24, by name, and no name, slug or id twice', () => {
    const names = samples.map(({ strategy }) => strategy.algoName)
    expect(names.length).toBeGreaterThanOrEqual(24)
    expect(names).toEqual(names.toSorted())
    for (const all of [names, samples.map(({ slug }) => slug), samples.map(({ algoUuid }) => algoUuid)])
      expect(new Set(all).size).toBe(samples.length)
  })

  test.each<[string, readonly string[], (strategy: Strategy) => readonly string[]]>([
    ['category', categories, ({ category }) => [category]],
    ['sub-category', subCategories, ({ subCategory }) => [subCategory]],
    ['trend', trends, ({ trend }) => [trend]],
    ['entry', entryTypes, ({ entryType }) => [entryType]],
    ['exit', exitTypes, ({ exitType }) => [exitType]],
    ['side', sides, (strategy) => (strategy.category === 'equity' ? [strategy.position] : [])],
    [
      'expiry',
      legExpiries,
      (strategy) => (strategy.category === 'options' ? strategy.legs.map(({ expiry }) => expiry) : []),
    ],
    [
      'choice of a strike',
      ['atm', 'delta', 'premium'],
      (strategy) =>
        strategy.category === 'options'
          ? strategy.legs.map(({ delta, premium }) =>
              delta === null ? (premium === null ? 'atm' : 'premium') : 'delta',
            )
          : [],
    ],
  ])('shows every %s', (_, known, valuesOf) => {
    const used = new Set(samples.flatMap(({ strategy }) => valuesOf(strategy)))
    expect([...used].sort()).toEqual([...known].sort())
  })

  test.each(samples.map((sample) => [sample.slug, sample] as const))(
    '%s can be kept and run, and its rules are read as they are printed',
    (slug, { algoUuid, strategy }) => {
      expect(StrategySlug.parse(slug)).toBe(slug)
      expect(StrategyUuid.parse(algoUuid)).toBe(algoUuid)
      expect(checkStrategy(strategy)).toEqual([])
      expect(strategy.note).toMatch(/^Bets: \S.+\.\nFails: \S.+\.$/)
      const run = runOfStrategy(strategy, assumptions)
      expect(run.ok && run.instruments).toEqual(instrumentsOf(strategy))
      for (const logic of logicsOf(strategy)) {
        const tree = treeOf(logic)
        expect(treeOf(printCondition(tree))).toEqual(tree)
      }
    },
  )
})

describe('the instruments of the samples', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer()
    return () => server.close()
  })

  test('are in the simulated list, and underlyings have options', async () => {
    const { find, expiriesOf } = await server.market.master.load()
    const symbols = [...new Set(samples.flatMap(({ strategy }) => instrumentsOf(strategy)))]
    expect(symbols.length).toBeGreaterThan(40)
    expect(symbols.filter((symbol) => find(symbol) === null)).toEqual([])
    const underlyings = samples.flatMap(({ strategy }) =>
      strategy.category === 'options' ? instrumentsOf(strategy) : [],
    )
    expect(underlyings.filter((underlying) => expiriesOf(underlying).length < 2)).toEqual([])
  })
})

describe('a backtest of a sample over the simulated market', () => {
  const market = createSimulatedMarket({ seed: 1, calendar: exchangeCalendar })
  const now = at('2026-11-21 10:00')
  const read = (id: InstrumentId, interval: 'min' | 'day', from: string): Promise<Candles> =>
    market.readCandles(simulated(id), interval, { from: day(from), to: assumptions.to, now })
  const minutes = new Map<InstrumentId, Promise<Candles>>()
  const minutesOf = (id: InstrumentId): Promise<Candles> => {
    const known = minutes.get(id) ?? read(id, 'min', '2026-09-28')
    minutes.set(id, known)
    return known
  }
  /** With the candles before the span that warm the averages up; a day of an index is slow to make. */
  const candlesFor = async (id: InstrumentId, { interval }: Strategy): Promise<Candles> => {
    if (isIntraday(interval))
      return resample(await minutesOf(id), interval, (number) => openMinuteOf(number, exchangeCalendar))
    return read(id, 'day', id.startsWith('INDICES_') ? '2026-10-26' : '2025-04-01')
  }
  const reportOf = async ({ strategy }: SampleStrategy): Promise<BacktestResult> => {
    const [id] = instrumentsOf(strategy)
    const run = runOfStrategy(strategy, {
      ...assumptions,
      from: day(isIntraday(strategy.interval) ? '2026-10-26' : '2026-02-02'),
    })
    if (!run.ok || id === undefined) throw new Error(`${strategy.algoName} cannot be run`)
    const request = { params: run.params, contract: contractFor(id, strategy), source: 'simulated' } as const
    const runIt = strategy.category === 'equity' ? runBacktest : runOptions
    return runIt(host, request, await candlesFor(id, strategy))
  }

  test('is made by the engine without a refusal, with finite figures', async () => {
    const reports = new Map<string, BacktestResult>()
    for (const sample of samples) reports.set(sample.slug, await reportOf(sample))
    for (const [slug, report] of reports)
      expect([slug, numbersIn(report).filter((number) => !Number.isFinite(number))]).toEqual([slug, []])
    const trading = [...reports.values()].filter(({ tradeLog }) => tradeLog.length > 0)
    expect(trading.length).toBeGreaterThan((2 / 3) * samples.length)
  })
})

describe('a sample file', () => {
  test('is read as the strategy that it says, over several lines', () => {
    expect(readSample('opt-story', OPTIONS)).toEqual({
      slug: 'opt-story',
      algoUuid: readSample('opt-story', OPTIONS.replace('Story', 'Tale')).algoUuid,
      strategy: {
        category: 'options',
        algoName: 'Story',
        subCategory: 'income',
        trend: 'neutral',
        interval: '15min',
        product: 'MIS',
        quantity: { by: 'capital_pct', value: 12.5 },
        entryType: 'time',
        entryTime: '09:30',
        exitType: 'condition',
        exitTime: null,
        tradingStartTime: '09:15',
        tradingStopTime: '15:20',
        note: 'Bets: One line and the next.\nFails: At times.',
        legs: [
          leg({ position: 'sell', type: 'ce', atm: 2, quantity: 3, stopLoss: 30, targetProfit: 60 }),
          leg({ position: 'buy', type: 'pe', delta: 0.15, expiry: 'next' }),
          leg({
            position: 'buy',
            type: 'ce',
            premium: 40,
            expiry: 'monthly',
            stopLoss: 12.5,
            tpslType: 'pts',
          }),
        ],
        entryUnderlyings: [
          { segSym: 'INDICES_NIFTY 50', logic: '' },
          { segSym: 'INDICES_SENSEX', logic: '' },
        ],
        exitUnderlyings: [
          { segSym: 'INDICES_NIFTY 50', logic: 'rsi(14) > 60 and close > 1' },
          { segSym: 'INDICES_SENSEX', logic: 'rsi(14) > 60 and close > 1' },
        ],
        combinedSl: 4000,
        combinedTp: null,
      },
    })
  })

  test('has limits and sizes of equity where it says them', () => {
    const limited = 'stop_loss: 2\ntrailing: 0.5 after 0.6\nentries: 3/day\nlosses_in_a_row: 2'
    const text = EQUITY.replace('1 lots', '2000 risk').replace('stop_loss: 2', limited)
    expect(readSample('eq-story', text).strategy).toEqual({
      ...readSample('eq-story', EQUITY).strategy,
      quantity: { by: 'risk', value: 2_000 },
      trailing: { distance: 0.5, after: 0.6 },
      entries: { per: 'day', most: 3 },
      lossesInARow: 2,
    })
    expect(Object.keys(readSample('eq-story', EQUITY).strategy)).not.toContain('trailing')
    expect(readSample('eq-story', EQUITY.replace('stop_loss: 2', 'trailing: 1')).strategy).toMatchObject({
      trailing: { distance: 1, after: null },
    })
  })

  test('has an id that follows from its slug alone', () => {
    expect(readSample('eq-story', EQUITY).algoUuid).toBe('34696696-6523-8db4-ac9e-16a4d998db98')
    expect(readSample('eq-story-2', EQUITY).algoUuid).not.toBe(readSample('eq-story', EQUITY).algoUuid)
  })

  test.each<[string, string, string, string]>([
    ['no key', 'trend: bullish', 'bullish', 'line 4: expected "key: value"'],
    ['no value', 'trend: bullish', 'trend:', 'line 4: expected "key: value"'],
    [
      'an unknown key',
      'trend: bullish',
      'trends: bullish',
      'line 4: expected a known key, not trends; nearest: trend',
    ],
    ['a key of options', 'stop_loss: 2', 'combined_sl: 2', 'line 11: expected a known key, not combined_sl'],
    ['a key twice', 'product: cash', 'trend: bearish', 'line 6: expected trend once; line 4 has it'],
    ['no such key', 'trend: bullish\n', '', 'line 16: expected a line "trend: …" by the end'],
    [
      'another word',
      'trend: bullish',
      'trend: upward',
      'line 4: trend: expected bullish, bearish, neutral, others, not upward',
    ],
    [
      'no number',
      'stop_loss: 2',
      'stop_loss: 2%',
      'line 11: stop_loss: expected a number such as 1.5, not 2%',
    ],
    ['too much', 'stop_loss: 2', 'stop_loss: 2000', 'line 11: stop_loss: expected above 0, at most 999'],
    [
      'no quantity',
      '1 lots',
      '1 lot',
      'line 8: quantity: expected a number and one of lots, rupees, capital_pct, shares, risk',
    ],
    [
      'a risk without a stop',
      '1 lots\nentry_type: condition\nentry_logic: close > 5\nstop_loss: 2',
      '2000 risk\nentry_type: condition\nentry_logic: close > 5',
      'line 8: quantity: expected a stop loss, because the risk is what is lost there',
    ],
    [
      'a trailing stop of a percent sign',
      'stop_loss: 2',
      'trailing: 2%',
      'line 11: trailing: expected such as 0.5 after 0.6, not 2%',
    ],
    [
      'a trailing stop of 0',
      'stop_loss: 2',
      'trailing: 0',
      'line 11: trailing: expected above 0, at most 999',
    ],
    [
      'entries a month',
      'stop_loss: 2',
      'entries: 3/month',
      'line 11: entries: expected such as 3/day or 10/week, not 3/month',
    ],
    [
      'no losses',
      'stop_loss: 2',
      'losses_in_a_row: 0',
      'line 11: losses_in_a_row: expected a whole number from 1',
    ],
    ['no instrument', 'NSE_INFY', 'INFY', 'line 7: seg_syms: expected segment_symbol, not INFY'],
    ['an instrument twice', 'NSE_INFY', 'NSE_INFY, NSE_INFY', 'line 7: seg_syms: NSE_INFY is named twice'],
    [
      'no rule',
      'close > 5',
      'close over 5',
      'line 10: entry_logic: column 7: found over, expected a comparator',
    ],
    [
      'an exit by time without one',
      'exit_type: none',
      'exit_type: time',
      'line 17: exit_time: expected HH:MM',
    ],
    ['no time', '15:30', '25:30', 'line 14: trading_stop_time: expected HH:MM'],
    [
      'a hidden character',
      'At times',
      'At\u200Btimes',
      'line 15: bets: holds a zero-width character (U+200B)',
    ],
    ['no name', 'Story', 'Story!', 'line 1: algo_name: Use letters, digits, spaces and & only, 60 at most'],
  ])('with %s names the line and what was expected', (_, from, to, problem) => {
    expect(EQUITY).toContain(from)
    expect(() => readSample('eq-story', EQUITY.replace(from, to))).toThrow(`eq-story.txt, ${problem}`)
  })

  test.each<[string, string, string, string]>([
    [
      'a leg of its own words',
      'buy pe delta 0.15 next',
      'buy pe 0.15 next',
      'line 10: leg: expected such as sell ce atm 0 current x1 stop 30%, not buy pe 0.15 next',
    ],
    ['a leg out of bounds', 'delta 0.15', 'delta 15', 'line 10: leg: expected between 0 and 1'],
    [
      'no rule to leave by',
      'exit_logic: rsi(14) > 60\n  and close > 1',
      '',
      'exit_logic: expected a rule for',
    ],
    ['a rule below the one it continues', 'close > 1', 'close over 1', 'line 15: exit_logic: column 24'],
  ])('of options with %s names the line', (_, from, to, problem) => {
    expect(OPTIONS).toContain(from)
    expect(() => readSample('opt-story', OPTIONS.replace(from, to))).toThrow(problem)
  })

  test('belongs to the category that its name says', () => {
    const problem = 'expected eq- and a name as the file name'
    expect(() => readSample('opt-story', EQUITY)).toThrow(`opt-story.txt, line 2: ${problem}`)
    expect(() => readSample('eq-Story', EQUITY)).toThrow(`eq-Story.txt, line 2: ${problem}`)
  })

  test('is found in any folder, and a broken one is named', () => {
    const folder = throwAwayFolder()
    mkdirSync(join(folder, 'equity'))
    writeFileSync(join(folder, 'equity/eq-story.txt'), EQUITY)
    writeFileSync(join(folder, 'opt-tale.txt'), OPTIONS.replace('Story', 'A tale'))
    writeFileSync(join(folder, 'README.md'), 'no sample')
    expect(loadSamples(folder).map(({ slug }) => slug)).toEqual(['opt-tale', 'eq-story'])
    writeFileSync(join(folder, 'equity/eq-broken.txt'), 'category: equity\nno line')
    expect(() => loadSamples(folder)).toThrow('eq-broken.txt, line 2: expected "key: value"')
  })
})

const EQUITY = `algo_name: Story
category: equity
sub_category: trend
trend: bullish
interval: day
product: cash
seg_syms: NSE_INFY
quantity: 1 lots
entry_type: condition
entry_logic: close > 5
stop_loss: 2
exit_type: none
trading_start_time: 09:15
trading_stop_time: 15:30
bets: At times.
fails: At others.
position: buy
`

const OPTIONS = `# A comment.
algo_name: Story
category: options
sub_category: income
trend: neutral
interval: 15min
product: MIS

leg: sell ce atm 2 x3 stop 30% target 60%
leg: buy pe delta 0.15 next
leg: buy ce premium 40 monthly x1 stop 12.5 points
seg_syms: INDICES_NIFTY 50, INDICES_SENSEX
quantity: 12.5 capital_pct
exit_type: condition
exit_logic: rsi(14) > 60
  and close > 1
entry_type: time
entry_time: 09:30
trading_start_time: 09:15
trading_stop_time: 15:20
combined_sl: 4000
bets: One line
  # A comment within.
  and the next.
fails: At times.
`

const leg = (changes: object) => ({
  expiry: 'current',
  atm: null,
  delta: null,
  premium: null,
  quantity: 1,
  stopLoss: null,
  targetProfit: null,
  tpslType: 'pct',
  ...changes,
})

const logicsOf = (strategy: Strategy): readonly string[] =>
  (strategy.category === 'equity'
    ? [strategy.entryLogic, strategy.exitLogic]
    : [...strategy.entryUnderlyings, ...strategy.exitUnderlyings].map(({ logic }) => logic)
  ).filter((logic) => logic !== '')

const treeOf = (logic: string) => {
  const parsed = parseCondition(logic)
  if (!parsed.ok) throw new Error(`${logic}: ${parsed.problem.expected}`)
  return parsed.tree
}

/** An index trades as its future, or by its options. */
const contractFor = (id: InstrumentId, { category }: Strategy): TradedContract => {
  const index = indexContracts.find((one) => `INDICES_${one.index}` === id)
  if (index === undefined)
    return { instrument: id, lotSize: 1, tickSize: 0.05, chargedAs: 'equity', exchange: 'NSE' }
  const { root, exchange, lotSize, strikeStep } = index
  const traded = {
    instrument: id,
    lotSize,
    tickSize: 0.05,
    exchange: exchange === 'BFO' ? ('BSE' as const) : ('NSE' as const),
  }
  return category === 'equity'
    ? { ...traded, chargedAs: 'futures' }
    : { ...traded, chargedAs: 'options', option: { root, exchange, isIndex: true, strikeStep } }
}

const numbersIn = (value: unknown): readonly number[] => {
  if (typeof value === 'number') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : []
}
