import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ArgSpec } from '../../src/commands/command.ts'
import { printCall } from '../../src/commands/grammar/print-call.ts'
import { readArguments } from '../../src/commands/grammar/read-arguments.ts'
import { laterCommands } from '../../src/commands/later-commands.ts'
import { type CommandCall, findCommand, typedCommands } from '../../src/commands/registry.ts'
import { tradingCommands } from '../../src/commands/trading-commands.ts'
import { journalRanges } from '../../src/domain/analysis/journal/journal-address.ts'
import { losers, untagged, winners } from '../../src/domain/analysis/journal/only-trips.ts'
import { expiryPicks, LEGS_MAX } from '../../src/domain/backtests/option-run/rules.ts'
import {
  findRangeProblem,
  type NumberRange,
  printRange,
} from '../../src/domain/backtests/sweep/number-range.ts'
import { COMBINATIONS_MAX } from '../../src/domain/backtests/sweep/sweep-plan.ts'
import { parseSweptPrefix, type SweptCondition } from '../../src/domain/backtests/sweep/swept-condition.ts'
import { chartLevels, chartTypes, priceScales } from '../../src/domain/charts/chart-look.ts'
import { DRAWINGS_MAX, drawingColours, drawingWidths } from '../../src/domain/charts/drawings/drawing.ts'
import { drawingTools } from '../../src/domain/charts/drawings/tools.ts'
import { intervals } from '../../src/domain/charts/interval.ts'
import { chartLinks, chartSlots } from '../../src/domain/charts/layout.ts'
import { paneActs } from '../../src/domain/charts/panes.ts'
import { universes } from '../../src/domain/instruments/instrument.ts'
import { drillKinds } from '../../src/domain/learning/drills/drill.ts'
import { introPages } from '../../src/domain/learning/intro-address.ts'
import { drillSets } from '../../src/domain/learning/trainer-address.ts'
import { allChainColumns } from '../../src/domain/options/chain-columns.ts'
import { orderTypes } from '../../src/domain/orders/order.ts'
import { ownLimitNames } from '../../src/domain/orders/own-limits.ts'
import { priceComparators } from '../../src/domain/scanners/price-alert.ts'
import { scanIntervals } from '../../src/domain/scanners/scan.ts'
import { scanTabs } from '../../src/domain/scanners/scan-address.ts'
import { isKeptLine, KEPT_LINE_MAX } from '../../src/domain/shortcuts/shortcuts.ts'
import { subCategories, trends } from '../../src/domain/strategies/strategy.ts'
import { addDays, SESSION_CLOSE_MINUTE, SESSION_OPEN_MINUTE } from '../../src/domain/time.ts'
import { scrubSpeeds } from '../../src/machines/analysis/scrub.ts'
import { replayPaces } from '../../src/machines/charts/chart.ts'
import { conditionTrees } from '../support/condition-trees.ts'
import { TEST_MS } from '../support/limits.ts'
import {
  alerts,
  CE,
  definitions,
  deployments,
  environment,
  macros,
  scanners,
  strategies,
  words,
} from '../support/line-environments.ts'

const gttKey = '77777777-7777-4777-8777-777777777777'
const longKey = `NRML|${CE}`
const shortKey = 'MIS|NSE_TCS'
const hundredths = fc.integer({ min: 1, max: 900_000 }).map((value) => value / 100)
const whole = (max: number) => fc.integer({ min: 1, max })
const instrument = fc.constantFrom('NSE_TCS', 'NSE_M&M', 'BSE_RELIANCE', 'INDICES_NIFTY 50', CE)
const name = fc.string({ minLength: 1, maxLength: 20 }).filter((text) => text.trim() !== '')
const shortcutName = fc.stringMatching(/^[a-z][a-z0-9_-]{0,29}$/)
const keptLine = fc
  .string({ minLength: 1, maxLength: KEPT_LINE_MAX })
  .filter((text) => text === text.trim() && isKeptLine(text))
/** One or more strokes; none but the first is an equals sign, for that parts them from their line. */
const strokes = fc.stringMatching(/^[a-z0-9?,./=-]( (shift\+|ctrl\+)?[a-z0-9?,./-]){0,2}$/)
const price = fc.record({
  kind: fc.constant('price'),
  instrument,
  comparator: fc.constantFrom(...priceComparators),
  level: hundredths,
})
const drawingPoint = fc
  .record({ minutes: fc.integer({ min: 0, max: 15_000_000 }), price: hundredths })
  .map(({ minutes, price: rupees }) => ({ at: Date.UTC(2000, 0, 1) + minutes * 60_000, price: rupees }))
const definition = (key: fc.Arbitrary<string>) => fc.record({ name: key, line: keptLine })
const digit = fc.constantFrom(1, 2, 3, 4, 5, 6, 7, 8, 9)
const clock = fc
  .integer({ min: SESSION_OPEN_MINUTE, max: SESSION_CLOSE_MINUTE })
  .map(
    (minute) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
  )
const span = fc.tuple(fc.nat(6000), fc.nat(700)).map(([back, length]) => {
  const to = addDays(environment.today, -back)
  return { from: addDays(to, -length), to }
})

const rangeOf = (min: number, max: number, digits: 0 | 2): fc.Arbitrary<NumberRange> => {
  const scale = 10 ** digits
  return fc
    .tuple(
      fc.integer({ min: min * scale, max: (max - 1) * scale }),
      fc.integer({ min: 1, max: 400 }),
      whole(400),
    )
    .map(([from, length, step]) => ({
      from: from / scale,
      to: Math.min(from + step * length, max * scale) / scale,
      step: step / scale,
    }))
    .filter((range) => findRangeProblem(range) === null)
}

/** `amount` is the first of the range where there is one. */
const distance = (isSwept: boolean) =>
  fc
    .record({
      amount: hundredths,
      type: fc.constantFrom('pct', 'pts', 'abs'),
      range: isSwept ? fc.option(rangeOf(1, 900, 2)) : fc.constant(null),
    })
    .filter(({ type, amount }) => type !== 'pct' || amount <= 999)
    .map(({ amount, type, range }) =>
      isSwept ? { amount: range?.from ?? amount, type, range } : { amount, type },
    )

const plainSize = fc.oneof(
  fc.record({ kind: fc.constant('lots'), lots: whole(10_000) }),
  fc.record({ kind: fc.constant('rupees'), rupees: hundredths }),
  fc.record({ kind: fc.constant('percent'), percent: whole(100) }),
  fc.record({ kind: fc.constant('shares'), shares: whole(10_000_000) }),
  fc.record({ kind: fc.constant('risk'), rupees: hundredths }),
)

/** A size, and the sizes of a range; `size` is then the first of them. */
const sweptSize = fc.oneof(
  plainSize.map((size) => ({ size, range: null })),
  rangeOf(1, 10_000, 0).map((range) => ({ size: { kind: 'lots', lots: range.from }, range })),
  rangeOf(1, 90_000, 2).map((range) => ({ size: { kind: 'rupees', rupees: range.from }, range })),
  rangeOf(1, 9_999_999, 0).map(({ from, to, step }) => {
    const range = { from: from * 1_000, to: to * 1_000, step: step * 1_000 }
    return { size: { kind: 'rupees', rupees: range.from }, range }
  }),
  rangeOf(1, 100, 2).map((range) => ({ size: { kind: 'percent', percent: range.from }, range })),
  rangeOf(1, 90_000, 0).map((range) => ({ size: { kind: 'shares', shares: range.from }, range })),
  rangeOf(1, 90_000, 2).map((range) => ({ size: { kind: 'risk', rupees: range.from }, range })),
)

/** Any condition, and conditions with up to three ranges. */
const sweptCondition = fc.oneof(
  conditionTrees.map((tree): SweptCondition => ({ tree, ranges: [] })),
  fc
    .tuple(rangeOf(2, 200, 0), rangeOf(2, 200, 0), rangeOf(-90, 90, 2), fc.constantFrom('>', 'crosses below'))
    .chain(([fast, slow, level, comparator]) =>
      fc.constantFrom(
        `ema(close,${printRange(fast)}) ${comparator} ema(close,${printRange(slow)})`,
        `rsi(${printRange(fast)}) ${comparator} ${printRange(level)}`,
        `close > 5 or rsi(14) < 30 and max(ema(close,${printRange(slow)}), 2) ${comparator} ${printRange(level)}`,
        `(close + ${printRange(fast)}) * 2 ${comparator} open or ema(high,${printRange(slow)})@15min < ${printRange(level)}`,
      ),
    )
    .map((text) => {
      const parsed = parseSweptPrefix(text, 0)
      if (!parsed.ok) throw new Error(`${text}: ${parsed.problem.found}, ${parsed.problem.expected}`)
      return parsed.swept
    }),
)

const leg = fc.record({
  side: fc.constantFrom('buy', 'sell'),
  type: fc.constantFrom('CE', 'PE'),
  lots: whole(1000),
  strike: fc.oneof(
    fc.record({ kind: fc.constant('steps'), steps: fc.integer({ min: -200, max: 200 }) }),
    fc.record({ kind: fc.constant('delta'), delta: whole(99).map((percent) => percent / 100) }),
    fc.record({ kind: fc.constant('premium'), premium: whole(999_999) }),
  ),
  expiry: fc.constantFrom(...expiryPicks),
})

/** Values of an argument by what its kind expects. */
const values: readonly (readonly [RegExp, fc.Arbitrary<unknown>])[] = [
  [/^a name, = and a rule/, fc.constantFrom(...definitions.map(({ definition }) => definition))],
  [/^one or more instruments/, fc.uniqueArray(instrument, { minLength: 1, maxLength: 4 })],
  [/^an instrument/, instrument],
  [
    /^a quantity/,
    fc.oneof(
      fc.record({ kind: fc.constant('lots'), lots: whole(10_000) }),
      fc.record({ kind: fc.constant('units'), units: whole(1e6) }),
      fc.record({ kind: fc.constant('rupees'), rupees: hundredths }),
      fc.record({ kind: fc.constant('percent'), percent: whole(100) }),
      fc.record({ kind: fc.constant('risk'), rupees: hundredths }),
    ),
  ],
  [
    /^a price such as @/,
    fc.oneof(
      fc.constant({ kind: 'market' }),
      fc.record({ kind: fc.constant('rupees'), price: hundredths }),
      fc.record({
        kind: fc.constant('relative'),
        to: fc.constantFrom('last', 'bid', 'ask', 'dayHigh', 'dayLow'),
        offset: fc.oneof(
          hundredths,
          hundredths.map((value) => -value),
        ),
        unit: fc.constantFrom('rupees', 'ticks', 'percent'),
      }),
    ),
  ],
  [/^a trigger/, hundredths],
  [
    /^a price such as 2430/,
    fc
      .record({ kind: fc.constantFrom('price', 'percent', 'points', 'rupees'), value: hundredths })
      .filter(({ kind, value }) => kind !== 'percent' || value <= 999),
  ],
  [/^buy, sell or basket/, fc.constantFrom('buy', 'sell', 'basket')],
  [/^buy or sell/, fc.constantFrom('buy', 'sell')],
  [/^mis or nrml$/, fc.constantFrom('MIS', 'NRML')],
  [/^mis/, fc.constantFrom('MIS', 'NRML', 'cash')],
  [/^amo/, fc.constantFrom('amo', 'regular')],
  [/^basket$/, fc.constant(true)],
  [/^reduce$/, fc.constant(true)],
  [
    /^day, ioc/,
    fc.oneof(
      fc.constantFrom({ validity: 'DAY', minutes: null }, { validity: 'IOC', minutes: null }),
      whole(1440).map((minutes) => ({ validity: 'TTL', minutes })),
    ),
  ],
  [/^below or above/, fc.record({ when: fc.constantFrom('below', 'above'), price: hundredths })],
  [/^an active GTT.*all$/, fc.constant([gttKey])],
  [/^an active GTT/, fc.constant(gttKey)],
  [/^an open order.*all$/, fc.constant(['26112100007'])],
  [/^an open order/, fc.constant('26112100007')],
  [/^an order of today/, fc.constantFrom('26112100007', '26112100003')],
  [/^an open position.*all$/, fc.shuffledSubarray([longKey, shortKey], { minLength: 1 })],
  [/^an open position/, fc.constantFrom(longKey, shortKey)],
  [/^an address such as/, fc.constantFrom('/settings?section=limits', '/backtest?slug=a,b%20c', '/')],
  [/^(the id|the key)/, fc.stringMatching(/^[a-z0-9-]{1,20}$/)],
  [/^a row such as/, fc.integer({ min: 0, max: 9_998 })],
  [/^a basket/, fc.constantFrom('Iron condor', 'Straddle')],
  [/^a watchlist/, fc.constantFrom('Banks', 'My "best" ones')],
  [/^a name for the macro/, shortcutName],
  [/^a name in quotes/, fc.stringMatching(/^[A-Za-z0-9&]([A-Za-z0-9& ]{0,70}[A-Za-z0-9&])?$/)],
  [/^a name/, name],
  [/^an interval/, fc.constantFrom(...intervals)],
  [
    /^indicators such as/,
    fc.shuffledSubarray(['ema(close,9)', 'rsi(14)', 'supertrend(7,3)'], { minLength: 1 }),
  ],
  [/^an indicator/, fc.constantFrom('ema(close,9)', 'rsi(14)', 'supertrend(7,3)')],
  [/^days such as \+1/, fc.constantFrom(1, -1, 30, -3650)],
  [/^prices such as/, fc.uniqueArray(hundredths, { minLength: 1, maxLength: 5 })],
  [/^a number of (steps|strikes)/, fc.constantFrom(1, -1, 7, -100)],
  [/^a strategy such as/, fc.constantFrom('straddle', 'iron condor', 'bull call spread')],
  [/^an underlying such as/, instrument],
  [/^a strike such as/, hundredths],
  [
    /^distances such as/,
    fc.oneof(
      fc.array(whole(99), { minLength: 1, maxLength: 2 }).map((values) => ({
        by: 'delta',
        values: values.map((value) => value / 100),
      })),
      fc.tuple(whole(5000), whole(5000)).map((values) => ({ by: 'points', values })),
    ),
  ],
  [
    /^an expiry such as/,
    fc.oneof(
      whole(12).map((weeks) => ({ kind: 'week', weeks })),
      fc.constant({ kind: 'monthly' }),
      fc.record({ kind: fc.constant('month'), month: whole(12), day: fc.option(whole(31)) }),
    ),
  ],
  [/^lots such as/, whole(10_000)],
  [/^next, previous, taller/, fc.constantFrom(...paneActs)],
  [/^first, second, third or fourth/, fc.constantFrom(...chartSlots)],
  [/^1 to 4 charts/, fc.constantFrom(1, 2, 3, 4)],
  [/^month, quarter, year or all/, fc.constantFrom('month', 'quarter', 'year', 'all')],
  [/^broker book or virtual book/, fc.constantFrom('broker', 'virtual')],
  [/^crosshair, range/, fc.constantFrom(...chartLinks)],
  [/^the name of a definition/, fc.constantFrom('squeeze', 'spread')],
  [/^a chart layout by name/, fc.constantFrom('IT and energy', 'Two')],
  [/^market, limit, sl/, fc.constantFrom(...orderTypes)],
  [/^intraday or delivery/, fc.constantFrom('MIS', 'cash')],
  [/^auto, mis/, fc.constantFrom('', 'MIS', 'NRML', 'cash')],
  [/^a whole number of lots/, whole(1000)],
  [/^unseen, always/, fc.constantFrom('unseen', 'always', 'never')],
  [/^a percentage such as 1.5%/, fc.nat(9_000).map((value) => (value + 1) / 100)],
  [/^a percentage from 0/, fc.nat(500).map((value) => value / 100)],
  [/^a day such as today/, fc.constantFrom('2026-11-20', '2025-01-31')],
  [/^signals, prices/, fc.constantFrom('signals', 'prices', 'quantities', 'charges')],
  [
    /^an expiry day such as/,
    fc.oneof(
      whole(12).map((weeks) => ({ kind: 'week', weeks })),
      // An unlisted day after a symbol is refused as a contract.
      fc.constant({ kind: 'month', month: 12, day: 1 }),
    ),
  ],
  [/^a time of the day/, whole(86_399)],
  [/^equity, options, automate/, fc.constantFrom(...introPages)],
  [/^green red or blue/, fc.constantFrom('greenRed', 'blueOrange')],
  [/^basics, scalping/, fc.constantFrom(...drillSets)],
  [/^quotes, broker, session/, fc.constantFrom(...drillKinds)],
  [/^1, 10, 60 or 300/, fc.constantFrom(...scrubSpeeds)],
  [/^1, 2, 5 or 10/, fc.constantFrom(...replayPaces)],
  [/^next or previous/, fc.constantFrom(1, -1)],
  [/^next, previous or an expiry/, fc.constantFrom(1, -1, { kind: 'month', month: 12, day: 1 })],
  [/^ce or pe/, fc.constantFrom('CE', 'PE')],
  [
    /^prices, oi/,
    fc.oneof(
      fc.constantFrom('prices', 'oi', 'greeks', 'own'),
      fc.subarray([...allChainColumns].slice(1), { minLength: 1 }).map((columns) => ['ltp', ...columns]),
    ),
  ],
  [/^options or/, fc.constantFrom('option', 'underlying')],
  [/^on or off/, fc.boolean()],
  [/^keys, = and a line/, definition(strokes)],
  [/^keys such as/, strokes],
  [/^standard, terminal/, fc.constantFrom('standard', 'terminal', 'alt')],
  [/^a digit/, digit],
  [/^a line such as/, keptLine],
  [/^such as/, definition(shortcutName)],
  [/^an alias/, fc.constantFrom(...Object.keys(words.aliases))],
  [/^a variable/, fc.constantFrom(...Object.keys(words.variables))],
  [/^the name of a macro/, fc.constantFrom(...macros.map((macro) => macro.name))],
  [/^legs such as/, fc.array(leg, { minLength: 1, maxLength: LEGS_MAX })],
  [/^a time such as 09:20$/, clock],
  [
    /^a time such as 15:15 or a condition/,
    fc.oneof(
      fc.record({ kind: fc.constant('clock'), at: clock }),
      fc.record({ kind: fc.constant('condition'), condition: conditionTrees }),
    ),
  ],
  [/^a condition such as ema\(close,5\.\./, sweptCondition],
  [/^repeat$|^auto$/, fc.constant(true)],
  [
    /^a note such/,
    fc.constantFrom('Bets on a bounce.', 'fails in a trend, then sell', '"quoted" at the start'),
  ],
  [/^a price such as nifty 50/, fc.oneof(price, conditionTrees)],
  [/^a condition/, conditionTrees],
  [
    /^a distance such as 10pts/,
    fc
      .record({ kind: fc.constantFrom('percent', 'points'), value: hundredths })
      .filter(({ kind, value }) => kind !== 'percent' || value <= 999),
  ],
  [/^a distance or a range/, distance(true)],
  [/^a distance/, distance(false)],
  [
    /^a trailing stop/,
    fc
      .record({
        distance: hundredths,
        after: fc.option(hundredths),
        type: fc.constantFrom('pct', 'pts', 'abs'),
      })
      .filter(({ distance, after, type }) => type !== 'pct' || Math.max(distance, after ?? 0) <= 999),
  ],
  [/^most entries/, fc.record({ per: fc.constantFrom('day', 'week'), most: whole(10_000) })],
  [/^losses in a row/, whole(10_000)],
  [
    /^a universe/,
    fc.oneof(
      fc.record({ kind: fc.constant('index'), index: fc.constantFrom(...universes) }),
      fc.constantFrom({ kind: 'fno' }, { kind: 'nse' }),
      fc.record({ kind: fc.constant('watchlist'), name: fc.constantFrom('Banks', 'My "best" ones') }),
      fc.record({
        kind: fc.constant('instruments'),
        ids: fc.uniqueArray(fc.constantFrom('NSE_TCS', 'NSE_M&M', 'BSE_RELIANCE'), { minLength: 1 }),
      }),
    ),
  ],
  [/^candles such as/, fc.constantFrom(...scanIntervals)],
  [/^save, alert, bt/, fc.constantFrom('save', 'alert', 'bt', 'why')],
  [/^live or closed/, fc.constantFrom('live', 'close')],
  [/^found, misses/, fc.constantFrom(...scanTabs)],
  [/^a limit such as/, fc.constantFrom(...ownLimitNames)],
  [/^a value such as/, fc.integer({ min: 1, max: 1e11 }).map((paise) => paise / 100)],
  [
    /^rupees to keep/,
    fc
      .record({ keep: fc.integer({ min: 0, max: 1e9 }), more: fc.integer({ min: 1, max: 1e9 }) })
      .map(({ keep, more }) => ({ keep, at: keep + more })),
  ],
  [/^rupees such as/, fc.integer({ min: 100, max: 1e12 }).map((paise) => paise / 100)],
  [/^a span/, span],
  [/^a size or a range/, sweptSize],
  [/^a size/, plainSize],
  [/^all, orders/, fc.constantFrom('all', 'order', 'live', 'auto', 'paper', 'scanner')],
  [/^market or imported/, fc.constantFrom('market', 'imported')],
  [/^1 to 10, the number of an indicator/, fc.integer({ min: 1, max: 10 })],
  [/^candles, hollow, bars/, fc.constantFrom(...chartTypes)],
  [/^linear, log, percent/, fc.constantFrom(...priceScales)],
  [/^previous close, day range/, fc.constantFrom(...chartLevels)],
  [/^long or short/, fc.constantFrom('buy', 'sell')],
  [/^basis points or ticks/, fc.record({ bps: fc.nat(1000), ticks: fc.nat(1000) })],
  [/^next, close/, fc.constantFrom('next_open', 'close', 'close_to_open')],
  [/^costs or/, fc.boolean()],
  [/^from-start/, fc.constantFrom('start', 'end')],
  [/^hours such as/, fc.constantFrom({ start: '09:15', stop: '15:30' }, { start: '10:00', stop: '11:00' })],
  [/^sharpe, return/, fc.constantFrom('sharpe', 'return', 'profitFactor', 'maxDraw')],
  [/^days such as/, whole(3660)],
  [/^the number of a combination/, whole(COMBINATIONS_MAX)],
  [/^a saved run/, fc.constantFrom(...environment.savedRuns.map(({ slug }) => slug))],
  [
    /^a saved strategy/,
    fc.constantFrom(...strategies.map(({ slug }) => slug), 'Seen nowhere', 'eq-seen-nowhere'),
  ],
  [/^a strategy of yours/, fc.constantFrom('eq-vwap-reclaim-1', 'Seen nowhere')],
  [/^a saved scanner/, fc.constantFrom(...scanners.map(({ slug }) => slug), 'sc-seen-nowhere')],
  [/^a scanner of yours/, fc.constantFrom('sc-oversold-1', 'sc-seen-nowhere')],
  [/^a running alert/, fc.constantFrom(...alerts.map(({ alertUuid }) => alertUuid))],
  [/^a version/, whole(1_000_000)],
  [/^bullish/, fc.constantFrom(...trends)],
  [/^equity or options/, fc.constantFrom('equity', 'options')],
  [/^a running strategy/, fc.constantFrom(...deployments.slice(0, 3).map(({ key }) => key))],
  [/^a deployed strategy/, fc.constantFrom(...deployments.map(({ key }) => key))],
  [/^virtual, auto/, fc.constantFrom('paper', 'auto', 'live')],
  [/^and exit/, fc.constant(true)],
  [/^a number a day/, whole(1_000)],
  [/^a number of units/, whole(1_000_000)],
  [/^mine, theirs/, fc.constantFrom('mine', 'theirs', 'both')],
  [/^day, week, month or all/, fc.constantFrom(...journalRanges)],
  [
    /^losers, winners/,
    fc.constantFrom(
      losers,
      winners,
      untagged,
      { kind: 'tag', key: 'opening range' },
      { kind: 'hour', key: '09' },
      { kind: 'instrument', key: 'NIFTY short straddle' },
      { kind: 'setup', key: '' },
    ),
  ],
  [/^a (tag|mistake) such as/, fc.constantFrom('pullback', 'opening range')],
  [/^an amount such as/, whole(100_000_000)],
  [/^1 to 5, or none/, fc.integer({ min: 0, max: 5 })],
  [/^momentum/, fc.constantFrom(...subCategories)],
  [/^a day, and a time/, drawingPoint.map(({ at }) => at)],
  [/^a tool such as/, fc.constantFrom(...drawingTools)],
  [/^the number of a drawing/, whole(DRAWINGS_MAX)],
  [/^blue or another/, fc.constantFrom(...drawingColours)],
  [/^1 to 3 pixels/, fc.constantFrom(...drawingWidths)],
  [/^a risk such as/, hundredths],
  [/^prices and times such as/, fc.array(drawingPoint, { minLength: 1, maxLength: 4 })],
]

const valuesOf = ({ kind }: ArgSpec<unknown>): fc.Arbitrary<unknown> => {
  const found = values.find(([expects]) => expects.test(kind.expects))
  if (found === undefined) throw new Error(`no values for ${kind.expects}`)
  return found[1]
}

describe('printing and reading', () => {
  const isTyped = ({ id }: { readonly id: string }) => typedCommands().some((one) => one.id === id)
  test.each([...tradingCommands, ...laterCommands].filter(isTyped).map(({ id }) => id))(
    '%s is the same call again',
    (id) => {
      const command = findCommand(id)
      if (command === null) throw new Error(id)
      const specs = Object.entries(command.args)
      const calls = fc.record(Object.fromEntries(specs.map(([key, spec]) => [key, valuesOf(spec)])), {
        requiredKeys: specs.filter(([, { isRequired }]) => isRequired).map(([key]) => key),
      })
      fc.assert(
        fc.property(calls, (args) => {
          const given = Object.fromEntries(
            Object.entries(args).filter(([key]) => {
              const after = command.args[key]?.after ?? null
              return after === null || after in args
            }),
          )
          const line = printCall({ command: id, args: given } as CommandCall)
          const again = readArguments(command, line, command.verb.length, environment)
          expect([again.problem, again.args]).toEqual([null, given])
        }),
        { numRuns: 60 },
      )
    },
    TEST_MS,
  )
})
