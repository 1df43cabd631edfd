import { optional, required } from '../../command.ts'
import { condition } from '../../grammar/backtests/condition.ts'
import { profitLock } from '../../grammar/backtests/profit-lock.ts'
import { choice } from '../../grammar/choice.ts'
import { rupees, stopDistance } from '../../grammar/orders/amounts.ts'
import { optionLegs } from '../../grammar/orders/option-legs.ts'
import { clock, exitSpec } from '../../grammar/time/clock.ts'
import { backtestArgs } from './backtest-args.ts'

const product = choice('mis or nrml', [
  { value: 'MIS', words: ['mis'], title: 'Intraday, squared off the same day' },
  { value: 'NRML', words: ['nrml'], title: 'Carried to expiry' },
])

const { instruments, span, interval, size, slippage, costs, cutFrom, capital, name } = backtestArgs

export const optionBacktestArgs = {
  legs: required('Legs', optionLegs),
  instruments,
  at: optional('Entry time', clock, { word: 'at' }),
  entry: optional('Entry', condition, { word: 'when' }),
  exit: optional('Exit', exitSpec, { word: 'exit' }),
  legStop: optional('Stop of each leg', stopDistance, { word: 'sl' }),
  legTarget: optional('Target of each leg', stopDistance, { word: 'tp' }),
  combinedStop: optional('Stop of all legs', rupees, { word: 'combined sl' }),
  combinedTarget: optional('Target of all legs', rupees, { word: 'combined tp' }),
  profitLock: optional('Locked profit of all legs', profitLock, { word: 'lock' }),
  span,
  interval,
  size,
  product: optional('Product', product),
  slippage,
  costs,
  cutFrom,
  capital,
  name,
} as const
