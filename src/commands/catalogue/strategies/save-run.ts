import { intervalInWords } from '../../../domain/charts/interval.ts'
import { isListName } from '../../../domain/list-name.ts'
import { checkStrategy } from '../../../domain/strategies/check-strategy.ts'
import { symbolsInShort } from '../../../domain/strategies/in-words.ts'
import { strategyOfRun } from '../../../domain/strategies/run-of-strategy.ts'
import {
  instrumentsOf,
  type Strategy,
  type SubCategory,
  subCategories,
  type Trend,
  trends,
} from '../../../domain/strategies/strategy.ts'
import { type ArgKind, type ArgProblem, type ArgsOf, command, optional, required, to } from '../../command.ts'
import type { Environment, KnownStrategy } from '../../environment.ts'
import { choice } from '../../grammar/choice.ts'
import { newName } from '../../grammar/list-name.ts'
import { checkSavedName } from '../../grammar/saved-name.ts'
import { strategyNamed } from '../../grammar/strategies/strategy-name.ts'

const NAME_MAX = 60

const ownOf = ({ strategies = [] }: Environment): readonly KnownStrategy[] =>
  strategies.filter(({ isSample }) => !isSample)

const suggested = ({ runOnScreen }: Environment): readonly string[] => {
  const name = runOnScreen?.params.name.slice(0, NAME_MAX).trim()
  return name === undefined || !isListName(name) ? [] : [name]
}

const strategyName: ArgKind<string> = {
  ...newName({
    expects: 'a name for the strategy',
    before: [...trends, ...subCategories],
    namesOf: (environment) => [
      ...new Set([...suggested(environment), ...ownOf(environment).map(({ name }) => name)]),
    ],
  }),
  isGreedy: true,
}

const saveArgs = {
  name: required('Name', strategyName),
  trend: optional(
    'Trend',
    choice<Trend>(
      'bullish, bearish, neutral or others',
      trends.map((value) => ({ value, words: [value], title: 'The market it is for' })),
    ),
  ),
  subCategory: optional(
    'Sub-category',
    choice<SubCategory>(
      'momentum or another sub-category',
      subCategories.map((value) => ({ value, words: [value], title: 'What it trades on' })),
    ),
  ),
} as const

type Args = ArgsOf<typeof saveArgs>

interface Saving {
  readonly strategy: Strategy
  /** The strategy of this name, which gets a new version. */
  readonly of: KnownStrategy | null
}

const usualTrend = ({ options, side }: NonNullable<Environment['runOnScreen']>['params']): Trend => {
  if (options !== undefined) return 'neutral'
  return side === 'buy' ? 'bullish' : 'bearish'
}

/** Null without a run on screen. What the line leaves out stays as the strategy of that name has it. */
const savingOf = ({ name, trend, subCategory }: Args, environment: Environment): Saving | null => {
  const { runOnScreen } = environment
  if (runOnScreen == null) return null
  const { params, instruments } = runOnScreen
  const of = strategyNamed(name, ownOf(environment))
  const strategy = strategyOfRun(params, instruments, {
    algoName: of?.name ?? name.trim(),
    trend: trend ?? of?.trend ?? usualTrend(params),
    subCategory: subCategory ?? of?.subCategory ?? (params.options === undefined ? 'momentum' : 'income'),
    note: of?.note ?? '',
  })
  return { strategy, of }
}

/** The user's strategy whose rules the run on screen has; null if it has its own. */
const strategyOfScreen = (
  environment: Environment,
): { readonly name: string; readonly version: number } | null => {
  const run = environment.runOnScreen?.params.strategy
  const known = ownOf(environment).find(({ algoUuid }) => algoUuid === run?.algoUuid)
  return run === undefined || known === undefined ? null : { name: known.name, version: run.version }
}

const check = (args: Args, environment: Environment): ArgProblem | null => {
  const { name } = args
  const found = { arg: 'name', found: name }
  const saving = savingOf(args, environment)
  if (saving === null) return { ...found, expected: 'a run on the backtest screen' }
  const refused = checkSavedName(args)
  if (refused !== null) return refused
  const { strategy, of } = saving
  if (of !== null && of.category !== strategy.category)
    return { ...found, expected: 'another name', message: `${of.name} is a strategy of ${of.category}` }
  const same = strategyOfScreen(environment)
  const isUnchanged = same !== null && of !== null && same.name === of.name && same.version === of.version
  if (isUnchanged && args.trend === undefined && args.subCategory === undefined)
    return { ...found, expected: 'another name', message: `Saved already: ${same.name} v${same.version}` }
  const [problem] = checkStrategy(strategy)
  if (problem === undefined) return null
  const { field, problem: words } = problem
  return { ...found, expected: words, message: `This run cannot be saved as a strategy. ${field}: ${words}` }
}

const describe = (args: Args, environment: Environment): string => {
  const saving = savingOf(args, environment)
  if (saving === null) return 'Save the run as a strategy'
  const { strategy, of } = saving
  const same = strategyOfScreen(environment)
  const parts = [
    of === null ? `Save as strategy ${strategy.algoName}` : `Save version ${of.version + 1} of ${of.name}`,
    symbolsInShort(instrumentsOf(strategy)),
    intervalInWords(strategy.interval),
    same === null ? '' : `same rules as ${same.name} v${same.version}`,
  ]
  return parts.filter((part) => part !== '').join(' · ')
}

const ghost = ({ name = '', trend, subCategory }: Partial<Args>, environment: Environment): string => {
  const saving = savingOf({ name }, environment)
  if (saving === null) return ''
  const { strategy } = saving
  const words = [
    trend === undefined ? strategy.trend : '',
    subCategory === undefined ? strategy.subCategory : '',
  ]
  return words.filter((word) => word !== '').join(' ')
}

export const saveRun = command({
  id: 'strategy.saveRun',
  title: 'Save as strategy',
  keywords: ['keep', 'rules', 'backtest', 'version'],
  verb: 'save strategy',
  aliases: ['save as strategy'],
  when: 'signedIn && backtest.report',
  effect: 'local',
  args: saveArgs,
  run: (args, environment) => {
    const saving = savingOf(args, environment)
    if (saving === null) return []
    const of = saving.of && { slug: saving.of.slug, version: saving.of.version }
    return to('strategyActs', { type: 'strategy.save', strategy: saving.strategy, of })
  },
  check,
  describe,
  ghost,
})
