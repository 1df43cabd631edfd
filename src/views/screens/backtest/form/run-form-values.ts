import type { Environment } from '../../../../commands/environment.ts'
import type { CommandCall, GivenArgs } from '../../../../commands/registry.ts'
import {
  type FillRule,
  type StopTargetType,
  stopTargetMaxOf,
  type TradeSize,
} from '../../../../domain/backtests/backtest.ts'
import { SLIPPAGE_BPS_MAX, SLIPPAGE_TICKS_MAX, type Slippage } from '../../../../domain/backtests/slippage.ts'
import type { Interval } from '../../../../domain/charts/interval.ts'
import { capitalised } from '../../../../domain/format.ts'
import type { InstrumentId } from '../../../../domain/instruments/instrument.ts'
import type { Product, Side } from '../../../../domain/orders/order.ts'
import { readDate } from '../../../../domain/read-date.ts'
import { describeProblem } from '../../../../domain/strategies/condition/parse-problem.ts'
import type { Condition } from '../../../../domain/strategies/condition/tree.ts'
import type { Definition } from '../../../../domain/strategies/definitions/definition.ts'
import { readCondition } from '../../../../domain/strategies/definitions/written.ts'
import type { IstDate } from '../../../../domain/time.ts'

export interface RunFormValues {
  readonly entry: string
  readonly exit: string
  readonly instruments: readonly InstrumentId[]
  readonly from: string
  readonly to: string
  readonly interval: Interval
  readonly product: Product | ''
  readonly side: Side
  readonly size: string
  readonly sizeKind: TradeSize['kind']
  readonly stop: string
  readonly target: string
  readonly stopType: StopTargetType
  readonly slippage: string
  readonly slippageUnit: keyof Slippage
  readonly fill: FillRule
}

export type FormProblems = Partial<
  Record<'entry' | 'exit' | 'instruments' | 'from' | 'to' | 'size' | 'stop' | 'target' | 'slippage', string>
>

type FormRead =
  | { readonly ok: true; readonly call: CommandCall }
  | { readonly ok: false; readonly problems: FormProblems }

const LOTS_MAX = 10_000

export const emptyForm = (slippageBps: number): RunFormValues => ({
  entry: '',
  exit: '',
  instruments: [],
  from: '',
  to: '',
  interval: '5min',
  product: '',
  side: 'buy',
  size: '1',
  sizeKind: 'lots',
  stop: '',
  target: '',
  stopType: 'pct',
  slippage: String(slippageBps),
  slippageUnit: 'bps',
  fill: 'next_open',
})

export const callOfForm = (
  values: RunFormValues,
  { today, definitions = [] }: Pick<Environment, 'today' | 'definitions'>,
): FormRead => {
  const known = definitions.map(({ definition }) => definition)
  const problems: Record<string, string> = {}
  const note = <Value>(name: keyof FormProblems, read: Read<Value>): Value | null => {
    if ('problem' in read) problems[name] = read.problem
    return 'problem' in read ? null : read.value
  }
  const entry = note('entry', readRule(values.entry, 'Enter an entry condition', known))
  const exit = values.exit.trim() === '' ? null : note('exit', readRule(values.exit, '', known))
  const from = note('from', readDay(values.from, values.to, today))
  const to = note('to', readDay(values.to, values.from, today))
  if (from !== null && to !== null && to < from) problems.to = 'The end date is before the start date'
  const span = from === null || to === null ? null : { from, to }
  const size = note('size', readSize(values))
  const stop = note('stop', readDistance(values.stop, values.stopType))
  const target = note('target', readDistance(values.target, values.stopType))
  const slippage = note('slippage', readSlippage(values))
  if (values.instruments.length === 0) problems.instruments = 'Choose at least one instrument'
  if (Object.keys(problems).length > 0 || entry === null || size === null) return { ok: false, problems }
  const args: GivenArgs<'backtest.run'> = {
    entry,
    instruments: values.instruments,
    interval: values.interval,
    side: values.side,
    size,
    fill: values.fill,
    ...(exit === null ? {} : { exit }),
    ...(span === null ? {} : { span }),
    ...(values.product === '' ? {} : { product: values.product }),
    ...(stop === null ? {} : { stop: { amount: stop, type: values.stopType } }),
    ...(target === null ? {} : { target: { amount: target, type: values.stopType } }),
    ...(slippage === null ? {} : { slippage }),
  }
  return { ok: true, call: { command: 'backtest.run', args } }
}

type Read<Value> = { readonly value: Value } | { readonly problem: string }

const readRule = (text: string, whenEmpty: string, definitions: readonly Definition[]): Read<Condition> => {
  if (text.trim() === '') return { problem: whenEmpty }
  const parsed = readCondition(text, definitions)
  return parsed.ok ? { value: parsed.tree } : { problem: capitalised(describeProblem(parsed.problem)) }
}

/** Both days or neither; with neither, the usual span applies. */
const readDay = (text: string, other: string, today: IstDate): Read<IstDate | null> => {
  if (text.trim() === '')
    return other.trim() === '' ? { value: null } : { problem: 'Both dates, or neither for the default span' }
  const day = readDate(text, today)
  return day === null ? { problem: 'A date such as 1 apr 24 or 01 Apr 2024' } : { value: day }
}

/** Plain digits with a decimal point; other notations are rejected, not guessed. */
const numberOf = (text: string): number | null =>
  /^\d{1,12}(\.\d{1,6})?$/.test(text.trim()) ? Number(text) : null

const readSize = ({ size, sizeKind }: RunFormValues): Read<TradeSize> => {
  const amount = numberOf(size)
  if (amount === null || amount <= 0) return { problem: 'A number above 0' }
  if (sizeKind === 'rupees') return { value: { kind: 'rupees', rupees: amount } }
  if (sizeKind === 'percent')
    return amount > 100 ? { problem: 'At most 100' } : { value: { kind: 'percent', percent: amount } }
  const isFair = Number.isInteger(amount) && amount <= LOTS_MAX
  return isFair ? { value: { kind: 'lots', lots: amount } } : { problem: 'Whole lots, at most 10,000' }
}

const readDistance = (text: string, type: StopTargetType): Read<number | null> => {
  if (text.trim() === '') return { value: null }
  const amount = numberOf(text)
  const isFair = amount !== null && amount > 0 && amount <= stopTargetMaxOf(type)
  return isFair ? { value: amount } : { problem: `Above 0, at most ${stopTargetMaxOf(type)}` }
}

const readSlippage = ({ slippage, slippageUnit }: RunFormValues): Read<Slippage> => {
  const amount = numberOf(slippage)
  if (slippageUnit === 'bps')
    return amount !== null && amount <= SLIPPAGE_BPS_MAX
      ? { value: { bps: amount, ticks: 0 } }
      : { problem: `0 to ${SLIPPAGE_BPS_MAX}` }
  return amount !== null && Number.isInteger(amount) && amount <= SLIPPAGE_TICKS_MAX
    ? { value: { bps: 0, ticks: amount } }
    : { problem: `Whole ticks, 0 to ${SLIPPAGE_TICKS_MAX}` }
}
