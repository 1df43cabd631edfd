import { paramsOn } from '../../../domain/backtests/own-rules.ts'
import { fields } from '../../../domain/charts/indicators/spec.ts'
import { type Interval, intervalLabels } from '../../../domain/charts/interval.ts'
import { INDICATOR_LENGTH_MAX } from '../../../domain/charts/layout.ts'
import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import { pathOf } from '../../../domain/screens.ts'
import { isAlways, isNever } from '../../../domain/strategies/condition/constant.ts'
import { indicatorsIn } from '../../../domain/strategies/condition/indicators-in.ts'
import { printCondition, printOperand, shortCondition } from '../../../domain/strategies/condition/print.ts'
import type { Condition, IndicatorOperand } from '../../../domain/strategies/condition/tree.ts'
import { ruleOf, rulesOfStrategy } from '../../../domain/strategies/rules-of-strategy.ts'
import { instrumentsOf, type Strategy } from '../../../domain/strategies/strategy.ts'
import { command, optional, to } from '../../command.ts'
import type { Environment } from '../../environment.ts'
import { condition } from '../../grammar/backtests/condition.ts'
import { focusedInstrument, titleOf } from '../../grammar/instruments/instrument.ts'
import { here } from './charts.ts'

interface Shown {
  readonly rules: readonly Condition[]
  /** Undefined leaves the chart as it is. */
  readonly instrument: InstrumentId | undefined
  readonly interval: Interval | undefined
}

const ofStrategy = (strategy: Strategy): Shown => {
  const { interval } = strategy
  const [instrument] = instrumentsOf(strategy)
  const { entry, exit } = rulesOfStrategy(strategy, instrument ?? null)
  return { rules: [entry, exit].filter((rule) => rule !== null), instrument, interval }
}

const onScreen = (environment: Environment): Shown => {
  const { draft, scan, runOnScreen, context } = environment
  const focused = focusedInstrument(context)
  if (draft != null) return ofStrategy(draft.strategy)
  if (scan != null) {
    const rule = ruleOf(scan.scan.logic)
    return { rules: rule === null ? [] : [rule], instrument: focused, interval: scan.scan.interval }
  }
  if (runOnScreen == null) return { rules: [], instrument: focused, interval: undefined }
  const { params, instruments } = runOnScreen
  const instrument = focused ?? instruments[0]
  const { entry, exit, interval } = instrument === undefined ? params : paramsOn(params, instrument)
  return { rules: [entry, exit].filter((rule) => !isAlways(rule) && !isNever(rule)), instrument, interval }
}

const shownOf = (rule: Condition | undefined, environment: Environment): Shown =>
  rule === undefined
    ? onScreen(environment)
    : { rules: [rule], instrument: focusedInstrument(environment.context), interval: undefined }

const isLine = ({ key, instrument }: IndicatorOperand): boolean =>
  instrument !== undefined || !fields.some((field) => field === key)

const drawnOf = (rules: readonly Condition[]): readonly string[] => [
  ...indicatorsIn(rules).filter(isLine).map(printOperand),
  ...rules.map(printCondition),
]

export const showRule = command({
  id: 'chart.rule',
  title: 'Show a rule on the chart',
  keywords: ['mark', 'overlay', 'condition', 'signals', 'strategy', 'scan'],
  verb: 'show on chart',
  when: 'signedIn',
  effect: 'read',
  args: { rule: optional('Rule', condition) },
  run: ({ rule }, environment) => {
    const { rules, instrument, interval } = shownOf(rule, environment)
    const slot = environment.context.view === 'trading-view' ? here(environment) : 'first'
    const path = pathOf('trading-view', {
      ...(instrument === undefined ? {} : { symbol: instrument }),
      ...(interval === undefined ? {} : { interval }),
    })
    return [
      ...(instrument === undefined ? [] : [to('charts', { type: 'chart.instrument', slot, instrument })]),
      ...(interval === undefined ? [] : [to('charts', { type: 'chart.interval', slot, interval })]),
      to('charts', { type: 'chart.draw', slot, indicators: drawnOf(rules) }),
      ...(slot === 'first' ? [to('navigation', { type: 'view.open', path })] : []),
    ]
  },
  check: ({ rule }, environment) => {
    const { rules } = shownOf(rule, environment)
    const found = rule === undefined ? 'the end' : printCondition(rule)
    const refused = (message: string) => ({ arg: 'rule', found, expected: 'a rule', message })
    if (rules.length === 0) return refused('No rule is on screen: type one, such as rsi(14) < 30')
    return rules.some((one) => printCondition(one).length > INDICATOR_LENGTH_MAX)
      ? refused(`A chart takes rules of at most ${INDICATOR_LENGTH_MAX} characters`)
      : null
  },
  describe: ({ rule }, environment) => {
    const { rules, instrument, interval } = shownOf(rule, environment)
    return [
      `Mark candles where ${rules.map(shortCondition).join(', ') || 'a rule is true'}`,
      ...(instrument === undefined ? [] : [titleOf(instrument, environment.instruments)]),
      ...(interval === undefined ? [] : [intervalLabels[interval]]),
    ].join(' · ')
  },
})

export const showRuleCommands = [showRule] as const
