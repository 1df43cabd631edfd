import type { BacktestRequest } from '../../domain/backtests/backtest.ts'
import {
  entryKinds,
  expiryPicks,
  findLockProblem,
  LEGS_MAX,
  type LegSpec,
  legStopTypes,
} from '../../domain/backtests/option-run/rules.ts'
import { isIntraday } from '../../domain/charts/interval.ts'
import { optionTypes } from '../../domain/options/black-76.ts'
import { sides } from '../../domain/orders/order.ts'
import { checkRequest } from '../backtest/check-request.ts'
import { refusal } from '../failure.ts'
import type { OptionRequest } from './option-request.ts'

const STEPS_MAX = 200
const LEG_LOTS_MAX = 1_000
const RUPEES_MAX = 1e10

/** Throws EngineError `refused` for the first invalid value. */
export const checkOptionRequest = (request: BacktestRequest): OptionRequest => {
  checkRequest(request)
  const { params, contract } = request
  const { options } = params
  const underlying = contract.option
  if (options === undefined) throw refusal('the request has no options')
  if (underlying === undefined) throw refusal(`${contract.instrument} has no options to trade`)
  if (!(underlying.strikeStep > 0)) throw refusal(`strikeStep is ${underlying.strikeStep}, must be above 0`)
  if (!isIntraday(params.interval))
    throw refusal(`options are traded over candles of minutes, not of a ${params.interval}`)
  if (params.size.kind === 'shares' || params.size.kind === 'risk')
    throw refusal(`size is by ${params.size.kind}, options are sized by lots, rupees or percent`)
  const { trailing, entries, lossesInARow } = params
  if (trailing !== undefined) throw refusal('options have no trailing stop')
  if (entries !== undefined || lossesInARow !== undefined)
    throw refusal('options have no limits of entries and of losses in a row')
  if (params.product === 'cash') throw refusal('product is cash, options are MIS or NRML')
  if (params.fill !== 'next_open') throw refusal(`fill is ${params.fill}, options fill at the next open`)
  oneOf('entry', options.entry, entryKinds)
  if (options.legs.length < 1 || options.legs.length > LEGS_MAX)
    throw refusal(`${options.legs.length} legs, allowed 1 to ${LEGS_MAX}`)
  options.legs.forEach(checkLeg)
  rupees('combinedStop', options.combinedStop)
  rupees('combinedTarget', options.combinedTarget)
  const lockProblem = options.profitLock === undefined ? null : findLockProblem(options.profitLock)
  if (lockProblem !== null) throw refusal(`profitLock: ${lockProblem}`)
  return { ...request, options, underlying }
}

const checkLeg = ({ side, type, lots, strike, expiry, stop, target }: LegSpec, index: number): void => {
  const name = (what: string) => `${what} of leg ${index + 1}`
  oneOf(name('side'), side, sides)
  oneOf(name('type'), type, optionTypes)
  oneOf(name('expiry'), expiry, expiryPicks)
  whole(name('lots'), lots, 1, LEG_LOTS_MAX)
  switch (strike.kind) {
    case 'steps':
      whole(name('steps'), strike.steps, -STEPS_MAX, STEPS_MAX)
      break
    case 'delta':
      if (!(strike.delta > 0 && strike.delta < 1))
        throw refusal(`${name('delta')} is ${strike.delta}, allowed between 0 and 1`)
      break
    case 'premium':
      rupees(name('premium'), strike.premium)
      break
    default:
      throw refusal(`${name('strike')} is ${JSON.stringify(strike satisfies never)}`)
  }
  for (const [what, move] of [
    ['stop', stop],
    ['target', target ?? null],
  ] as const) {
    if (move === null) continue
    oneOf(name(what), move.type, legStopTypes)
    rupees(name(what), move.amount)
  }
}

const oneOf = (name: string, value: string, allowed: readonly string[]): void => {
  if (!allowed.includes(value)) throw refusal(`${name} is ${String(value)}, allowed ${allowed.join(', ')}`)
}

const whole = (name: string, value: number, min: number, max: number): void => {
  if (!(Number.isInteger(value) && value >= min && value <= max))
    throw refusal(`${name} is ${String(value)}, allowed whole ${min} to ${max}`)
}

const rupees = (name: string, value: number | null): void => {
  if (value !== null && !(value > 0 && value <= RUPEES_MAX))
    throw refusal(`${name} is ${String(value)}, must be above 0`)
}
