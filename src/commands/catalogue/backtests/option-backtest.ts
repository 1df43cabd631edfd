import type { BacktestParams } from '../../../domain/backtests/backtest.ts'
import { isUnreachable, type LegMove, type OptionRules } from '../../../domain/backtests/option-run/rules.ts'
import { assumptionsOf } from '../../../domain/backtests/run-assumptions.ts'
import { type Interval, intervalLabels } from '../../../domain/charts/interval.ts'
import { spanInWords } from '../../../domain/dates-in-words.ts'
import { formatRupees } from '../../../domain/format.ts'
import { always, never } from '../../../domain/strategies/condition/constant.ts'
import { lockInWords } from '../../../domain/strategies/in-words.ts'
import { type ArgProblem, type ArgsOf, command, to } from '../../command.ts'
import type { Environment } from '../../environment.ts'
import { titleOf } from '../../grammar/instruments/instrument.ts'
import { NAME_LENGTH_MAX } from '../../grammar/name.ts'
import { stopDistance } from '../../grammar/orders/amounts.ts'
import { optionLegs } from '../../grammar/orders/option-legs.ts'
import { optionBacktestArgs } from './option-backtest-args.ts'

type Args = ArgsOf<typeof optionBacktestArgs>

const DEFAULT_INTERVAL: Interval = 'min'
const DEFAULT_ENTRY_TIME = '09:20'
const DEFAULT_START = '09:15'
const DEFAULT_STOP = '15:15'

const rulesOf = (args: Args): OptionRules => ({
  legs: args.legs.map((leg) => {
    const [stop, target] = [moveOf(args.legStop), moveOf(args.legTarget)]
    return { ...leg, stop, ...(target === null ? {} : { target }) }
  }),
  entry: args.entry === undefined ? 'time' : 'condition',
  combinedStop: args.combinedStop ?? null,
  combinedTarget: args.combinedTarget ?? null,
  ...(args.profitLock === undefined ? {} : { profitLock: args.profitLock }),
})

const moveOf = (move: Args['legStop']): LegMove | null =>
  move === undefined || move.type === 'abs' ? null : { amount: move.amount, type: move.type }

const paramsOf = (args: Args, environment: Environment): BacktestParams => {
  const interval = args.interval ?? DEFAULT_INTERVAL
  const { exit } = args
  return {
    ...assumptionsOf(args, interval, environment),
    name: args.name ?? nameOf(args),
    entry: args.entry ?? always,
    exit: exit?.kind === 'condition' ? exit.condition : never,
    side: args.legs[0]?.side ?? 'sell',
    interval,
    product: args.product ?? 'MIS',
    size: args.size ?? { kind: 'lots', lots: 1 },
    stopLoss: null,
    targetProfit: null,
    tpslType: 'pct',
    tradingStartTime: startOf(args),
    tradingStopTime: exit?.kind === 'clock' ? exit.at : DEFAULT_STOP,
    options: rulesOf(args),
  }
}

const startOf = ({ at, entry }: Args): string =>
  at ?? (entry === undefined ? DEFAULT_ENTRY_TIME : DEFAULT_START)

const nameOf = ({ legs }: Args): string =>
  optionLegs
    .print(legs)
    .replace(/[+]/g, ' plus ')
    .replace(/atm-/g, 'atm minus ')
    .replace(/[^A-Za-z0-9& ]/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, NAME_LENGTH_MAX)
    .trim()

const findLegMoveProblem = ({ legs, legStop, legTarget }: Args): ArgProblem | null => {
  const inRupees = (arg: string, word: string): ArgProblem => ({
    arg,
    found: 'rupees',
    expected: `points or percent of each leg; combined ${word} takes rupees`,
  })
  if (legStop?.type === 'abs') return inRupees('legStop', 'sl')
  if (legTarget?.type === 'abs') return inRupees('legTarget', 'tp')
  if (legTarget === undefined) return null
  const refused = (expected: string): ArgProblem => ({
    arg: 'legTarget',
    found: stopDistance.print(legTarget),
    expected,
  })
  if (legStop !== undefined && legStop.type !== legTarget.type)
    return refused('the unit of the stop, points or percent')
  const target = moveOf(legTarget)
  return target !== null && legs.some(({ side }) => isUnreachable(side, target))
    ? refused('less than 100%, as a premium that was sold cannot fall by more')
    : null
}

const check = (args: Args, environment: Environment): ArgProblem | null => {
  const { interval, instruments, span, size } = args
  if (size?.kind === 'shares' || size?.kind === 'risk')
    return { arg: 'size', found: size.kind, expected: 'lots, rupees or percent of the capital' }
  const ofLegs = findLegMoveProblem(args)
  if (ofLegs !== null) return ofLegs
  if (interval === 'day' || interval === 'week' || interval === 'month')
    return { arg: 'interval', found: interval, expected: 'candles of minutes or hours' }
  const stop = args.exit?.kind === 'clock' ? args.exit.at : DEFAULT_STOP
  if (startOf(args) >= stop) {
    const expected = args.exit?.kind === 'clock' ? `a time after ${startOf(args)}` : `a time before ${stop}`
    return args.exit?.kind === 'clock'
      ? { arg: 'exit', found: stop, expected }
      : { arg: 'at', found: startOf(args), expected }
  }
  if (span !== undefined && span.from > environment.today)
    return { arg: 'span', found: span.from, expected: `a first day not after today, ${environment.today}` }
  const index = environment.instruments
  const without = index === null ? undefined : instruments.find((id) => index.expiriesOf(id).length === 0)
  return without === undefined
    ? null
    : { arg: 'instruments', found: titleOf(without, index), expected: 'an underlying with options' }
}

const expiryNames = { weekly: 'nearest expiry', next: 'next expiry', monthly: 'monthly expiry' } as const

const describe = (args: Args, environment: Environment): string => {
  const { from, to: last, interval, tradingStartTime, tradingStopTime, costs } = paramsOf(args, environment)
  const [first, ...others] = args.instruments
  const on = first === undefined ? '' : titleOf(first, environment.instruments)
  const expiries = [...new Set(args.legs.map(({ expiry }) => expiryNames[expiry]))].join(' and ')
  const { combinedStop, combinedTarget, profitLock, legStop, legTarget } = args
  const parts = [
    expiries,
    args.entry === undefined
      ? `at ${tradingStartTime}`
      : `when ${optionBacktestArgs.entry.kind.print(args.entry)}`,
    args.exit?.kind === 'condition'
      ? `exit ${optionBacktestArgs.exit.kind.print(args.exit)}`
      : `until ${tradingStopTime}`,
    legStop === undefined ? '' : `stop ${stopDistance.print(legStop)} per leg`,
    legTarget === undefined ? '' : `target ${stopDistance.print(legTarget)} per leg`,
    combinedStop === undefined ? '' : `combined stop ${formatRupees(combinedStop, 0)}`,
    combinedTarget === undefined ? '' : `combined target ${formatRupees(combinedTarget, 0)}`,
    lockInWords(profitLock),
    spanInWords(from, last),
    intervalLabels[interval],
    costs ? '' : 'without costs',
  ]
  const more = others.length === 0 ? '' : ` and ${others.length} more`
  return `Backtest ${optionLegs.print(args.legs)} of ${on}${more} · ${parts.filter((part) => part !== '').join(' · ')}`
}

export const runOptionBacktest = command({
  id: 'backtest.options',
  title: 'Backtest options',
  keywords: ['test', 'history', 'strategy', 'straddle', 'strangle', 'legs', 'run'],
  verb: 'bt options',
  aliases: ['backtest options'],
  when: 'signedIn',
  effect: 'read',
  preview: 'backtest',
  args: optionBacktestArgs,
  run: (args, environment) =>
    to('backtest', {
      type: 'backtest.run',
      params: paramsOf(args, environment),
      instruments: args.instruments,
      cutFrom: args.cutFrom ?? 'start',
    }),
  check,
  describe,
  variants: (args) => [{ args: { ...args, costs: args.costs === false } }],
})

export const optionBacktestCommands = [runOptionBacktest] as const
