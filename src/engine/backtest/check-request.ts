import {
  type BacktestParams,
  type BacktestRequest,
  fillRules,
  stopTargetMaxOf,
  stopTargetTypes,
} from '../../domain/backtests/backtest.ts'
import { SLIPPAGE_BPS_MAX, SLIPPAGE_TICKS_MAX } from '../../domain/backtests/slippage.ts'
import { checkTradeRules } from '../../domain/backtests/trade-rules.ts'
import { findRiskProblem, SHARES_MAX } from '../../domain/backtests/trade-size.ts'
import { isInterval } from '../../domain/charts/interval.ts'
import { products, sides } from '../../domain/orders/order.ts'
import { parseClock, parseIstDate } from '../../domain/time.ts'
import { refusal } from '../failure.ts'

/** Throws EngineError `refused` for the first invalid value. */
export const checkRequest = ({ params, contract, source }: BacktestRequest): void => {
  record('params', params)
  record('contract', contract)
  record('size', params.size)
  oneOf('source', source, candleSources)
  oneOf('chargedAs', contract.chargedAs, ['equity', 'futures', 'options'])
  oneOf('exchange', contract.exchange, ['NSE', 'BSE'])
  oneOf('side', params.side, sides)
  oneOf('product', params.product, products)
  oneOf('fill', params.fill, fillRules)
  oneOf('tpslType', params.tpslType, stopTargetTypes)
  if (!isInterval(String(params.interval))) throw refusal(`interval is ${String(params.interval)}`)
  if (params.product === 'MIS' && (params.interval === 'week' || params.interval === 'month'))
    throw refusal(`MIS is squared off every day, which ${params.interval} candles cannot show`)
  if (params.product === 'MIS' && params.fill === 'close_to_open' && params.interval === 'day')
    throw refusal('MIS is squared off every day, so that nothing is held from a close to the next open')
  checkSpan(params)
  checkSize(params)
  positive('capital', params.capital)
  positive('lotSize', contract.lotSize)
  within('slippageBps', params.slippageBps, 0, SLIPPAGE_BPS_MAX)
  within('slippageTicks', params.slippageTicks, 0, SLIPPAGE_TICKS_MAX)
  if (!Number.isInteger(params.slippageTicks))
    throw refusal(`slippageTicks is ${params.slippageTicks}, must be whole`)
  if (params.slippageTicks > 0) positive('tickSize', contract.tickSize)
  const most = stopTargetMaxOf(params.tpslType)
  if (params.stopLoss !== null) within('stopLoss', params.stopLoss, Number.MIN_VALUE, most)
  if (params.targetProfit !== null) within('targetProfit', params.targetProfit, Number.MIN_VALUE, most)
  const [problem] = checkTradeRules(params)
  if (problem !== undefined) throw refusal(`${problem.field}: ${problem.problem}`)
}

const candleSources = ['imported', 'simulated']

const record = (name: string, value: unknown): void => {
  if (typeof value !== 'object' || value === null) throw refusal(`the request has no ${name}`)
}

const oneOf = (name: string, value: string, allowed: readonly string[]): void => {
  if (!allowed.includes(value)) throw refusal(`${name} is ${String(value)}, allowed ${allowed.join(', ')}`)
}

const positive = (name: string, value: number): void => {
  if (!(Number.isFinite(value) && value > 0)) throw refusal(`${name} is ${String(value)}, must be above 0`)
}

const within = (name: string, value: number, min: number, max: number): void => {
  if (!(value >= min && value <= max))
    throw refusal(
      `${name} is ${String(value)}, allowed ${min === Number.MIN_VALUE ? 'above 0' : min} to ${max}`,
    )
}

const checkSpan = ({ from, to, tradingStartTime, tradingStopTime }: BacktestParams): void => {
  if (parseIstDate(String(from)) === null) throw refusal(`from is ${String(from)}, not a day`)
  if (parseIstDate(String(to)) === null) throw refusal(`to is ${String(to)}, not a day`)
  if (from > to) throw refusal(`from ${from} lies after to ${to}`)
  const start = parseClock(String(tradingStartTime))
  const stop = parseClock(String(tradingStopTime))
  if (start === null) throw refusal(`tradingStartTime is ${String(tradingStartTime)}, not HH:MM`)
  if (stop === null) throw refusal(`tradingStopTime is ${String(tradingStopTime)}, not HH:MM`)
  if (start >= stop) throw refusal(`trading starts at ${tradingStartTime}, not before ${tradingStopTime}`)
}

const checkSize = (params: BacktestParams): void => {
  const { size } = params
  const problem = size.kind === 'risk' ? findRiskProblem(params) : null
  if (problem !== null) throw refusal(`size: ${problem}`)
  switch (size.kind) {
    case 'lots':
      positive('lots', size.lots)
      if (!Number.isInteger(size.lots)) throw refusal(`lots is ${size.lots}, must be whole`)
      return
    case 'rupees':
      positive('rupees', size.rupees)
      return
    case 'percent':
      positive('percent', size.percent)
      return
    case 'shares':
      within('shares', size.shares, 1, SHARES_MAX)
      if (!Number.isInteger(size.shares)) throw refusal(`shares is ${size.shares}, must be whole`)
      return
    case 'risk':
      positive('risk', size.rupees)
      return
    default:
      throw refusal(`unknown size ${JSON.stringify(size satisfies never)}`)
  }
}
