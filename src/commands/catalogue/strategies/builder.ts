import { assumptionsOf } from '../../../domain/backtests/run-assumptions.ts'
import { spanInWords } from '../../../domain/dates-in-words.ts'
import { pathOf } from '../../../domain/screens.ts'
import { checkStrategy } from '../../../domain/strategies/check-strategy.ts'
import { runOfStrategy } from '../../../domain/strategies/run-of-strategy.ts'
import type { Category } from '../../../domain/strategies/strategy.ts'
import { isStrategySlug } from '../../../domain/strategies/strategy-slug.ts'
import { type ArgProblem, type ArgsOf, command, optional, required, to } from '../../command.ts'
import type { Environment } from '../../environment.ts'
import { choice } from '../../grammar/choice.ts'
import { anyStrategy, strategyOf } from '../../grammar/strategies/strategy-name.ts'
import { backtestArgs } from '../backtests/backtest-args.ts'

const category = choice<Category>('equity or options', [
  { value: 'equity', words: ['equity', 'shares'], title: 'Shares, futures and indices by a rule' },
  { value: 'options', words: ['options'], title: 'Option legs on an underlying' },
])

const newStrategy = command({
  id: 'strategy.new',
  title: 'New strategy',
  keywords: ['build', 'create', 'rule'],
  verb: 'new strategy',
  when: 'signedIn',
  effect: 'read',
  args: { category: optional('Kind', category) },
  run: ({ category: kind = 'equity' }) =>
    to('navigation', {
      type: 'view.open',
      path: pathOf(kind === 'equity' ? 'equity-trader' : 'options-trader'),
    }),
  describe: ({ category: kind = 'equity' }) => `New ${kind} strategy`,
})

const focused = ({ context }: Environment): string | undefined =>
  context['focus.kind'] === 'strategy' ? context['focus.key'] : undefined

const editStrategy = command({
  id: 'strategy.edit',
  title: 'Edit a strategy',
  keywords: ['open', 'change', 'builder', 'rule'],
  verb: 'edit strategy',
  when: 'signedIn',
  effect: 'read',
  args: { strategy: required('Strategy', anyStrategy, { initial: focused }) },
  run: ({ strategy }, environment) => {
    const slug = strategyOf(strategy, environment)?.slug ?? strategy
    return to('navigation', { type: 'view.open', path: pathOf('strategy', { slug }) })
  },
  describe: ({ strategy }, environment) => {
    const known = strategyOf(strategy, environment)
    const name = known?.name ?? (isStrategySlug(strategy) ? 'a strategy' : strategy)
    return known?.isSample ? `Open the sample ${name} in the builder` : `Edit ${name}`
  },
})

const saveDraft = command({
  id: 'strategy.save',
  title: 'Save the strategy',
  keywords: ['keep', 'version', 'builder'],
  verb: 'save',
  when: 'signedIn && strategy.editing',
  effect: 'local',
  run: () => to('strategyEditor', { type: 'editor.save' }),
  describe: (_, { draft }) => {
    if (draft == null) return 'Save the strategy'
    const { strategy, saved } = draft
    return saved === null
      ? `Save ${strategy.algoName || 'the strategy'}`
      : `Save version ${saved.version + 1} of ${strategy.algoName}`
  },
})

const undoEdit = command({
  id: 'strategy.undo',
  title: 'Undo a change of the strategy',
  verb: 'undo change',
  when: 'signedIn && strategy.editing',
  effect: 'local',
  run: () => to('strategyEditor', { type: 'editor.undo' }),
})

const redoEdit = command({
  id: 'strategy.redo',
  title: 'Redo a change of the strategy',
  verb: 'redo change',
  when: 'signedIn && strategy.editing',
  effect: 'local',
  run: () => to('strategyEditor', { type: 'editor.redo' }),
})

const startOver = command({
  id: 'strategy.startOver',
  title: 'Discard unsaved changes of the strategy',
  keywords: ['revert', 'start over', 'builder'],
  verb: 'discard changes',
  when: 'signedIn && strategy.editing',
  effect: 'local',
  run: () => to('strategyEditor', { type: 'editor.startOver' }),
  undo: () => to('strategyEditor', { type: 'editor.undo' }),
})

const answer = choice<'mine' | 'theirs' | 'both'>('mine, theirs or both', [
  { value: 'mine', words: ['mine'], title: 'Keep mine, as the newest version' },
  { value: 'theirs', words: ['theirs'], title: 'Keep theirs, the version saved elsewhere' },
  { value: 'both', words: ['both'], title: 'Save mine as a copy' },
])

const resolveConflict = command({
  id: 'strategy.resolve',
  title: 'Keep one of two versions of the strategy',
  keywords: ['conflict', 'version'],
  verb: 'keep',
  when: 'signedIn && strategy.conflict',
  effect: 'local',
  args: { keep: required('Version', answer) },
  run: ({ keep }) => to('strategyEditor', { type: 'editor.resolve', keep }),
})

const { span, slippage, fill, costs, cutFrom, capital } = backtestArgs
const testArgs = { span, slippage, fill, costs, cutFrom, capital } as const

type TestArgs = ArgsOf<typeof testArgs>

const runOfDraft = ({ cutFrom: cut, ...said }: TestArgs, environment: Environment) => {
  const { draft } = environment
  if (draft == null) return null
  const run = runOfStrategy(draft.strategy, assumptionsOf(said, draft.strategy.interval, environment))
  return { run, of: draft.of, cutFrom: cut ?? 'start' } as const
}

const checkDraft = (args: TestArgs, environment: Environment): ArgProblem | null => {
  const refused = (message: string) => ({ arg: 'span', found: '', expected: message, message })
  const { draft } = environment
  if (draft == null) return refused('The builder is empty')
  const named = { ...draft.strategy, algoName: draft.strategy.algoName || 'Unnamed' }
  const [fault] = checkStrategy(named)
  if (fault !== undefined) return refused(`${fault.field}: ${fault.problem}`)
  const found = runOfDraft(args, environment)
  return found === null || found.run.ok ? null : refused(found.run.reason)
}

const testDraft = command({
  id: 'strategy.test',
  title: 'Backtest the strategy in the builder',
  keywords: ['test', 'run', 'history', 'this'],
  verb: 'bt this',
  aliases: ['backtest this'],
  when: 'signedIn && strategy.editing',
  effect: 'read',
  args: testArgs,
  run: (args, environment) => {
    const found = runOfDraft(args, environment)
    if (found === null || !found.run.ok) return []
    const { run, of, cutFrom: cut } = found
    const params = { ...run.params, name: run.params.name || 'Unnamed strategy' }
    return to('backtest', {
      type: 'backtest.run',
      params: of === null ? params : { ...params, strategy: of },
      instruments: run.instruments,
      cutFrom: cut,
    })
  },
  check: checkDraft,
  describe: (args, environment) => {
    const { draft } = environment
    if (draft == null) return 'Backtest'
    const { from, to: last } = assumptionsOf(args, draft.strategy.interval, environment)
    return `Backtest ${draft.strategy.algoName || 'this strategy'} · ${spanInWords(from, last)}`
  },
})

export const builderCommands = [
  newStrategy,
  editStrategy,
  saveDraft,
  undoEdit,
  redoEdit,
  startOver,
  resolveConflict,
  testDraft,
] as const
