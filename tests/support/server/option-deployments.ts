import type { NewDeployment } from '../../../server/automation/automation.ts'
import type { User } from '../../../server/user.ts'
import type { Instrument } from '../../../src/domain/instruments/instrument.ts'
import { instrumentId } from '../../../src/domain/instruments/instrument.ts'
import { newLeg } from '../../../src/domain/strategies/new-leg.ts'
import { newOptions } from '../../../src/domain/strategies/new-strategy.ts'
import type { OptionsStrategy, StrategyLeg } from '../../../src/domain/strategies/strategy.ts'
import { deploymentBy } from '../automation.ts'
import { listed, nifty, row } from '../orders/trading.ts'

export const NIFTY_50 = instrumentId('INDICES', 'NIFTY 50')

export const optionId = (strike: number, type: 'CE' | 'PE'): string => `NFO-OPT_NIFTY26NOV${strike}${type}`

const strikes = [23900, 24000, 24100, 24200, 24300]

const option = (strike: number, type: 'CE' | 'PE', index: number): Instrument =>
  row(optionId(strike, type), 2_000 + index, { ...nifty, instrumentType: type, strike })

/** Calls and puts of NIFTY from 23,900 to 24,300, of 65 units a lot; the index stands at 24,100. */
export const withOptions: readonly Instrument[] = [
  ...listed.filter(({ segment }) => segment !== 'NFO-OPT'),
  ...strikes.flatMap((strike, index) => [
    option(strike, 'CE', 2 * index),
    option(strike, 'PE', 2 * index + 1),
  ]),
]

export const legOf = (given: Partial<StrategyLeg>): StrategyLeg => ({ ...newLeg, ...given })

/** Sells a call at the money and buys one a strike above, when NIFTY 50 closes above 24,110. */
export const callSpread: OptionsStrategy = {
  ...newOptions,
  algoName: 'Call spread',
  interval: 'min',
  entryType: 'condition',
  entryTime: null,
  exitType: 'condition',
  tradingStartTime: '09:15',
  legs: [legOf({}), legOf({ position: 'buy', atm: 1 })],
  entryUnderlyings: [{ segSym: NIFTY_50, logic: 'close > 24110' }],
  exitUnderlyings: [{ segSym: NIFTY_50, logic: 'close < 24090' }],
}

export const spreadBy = (
  user: User,
  at: number,
  changes: Partial<NewDeployment> & { readonly rules?: Partial<OptionsStrategy> } = {},
): NewDeployment => {
  const { rules = {}, ...more } = changes
  const strategy = { ...callSpread, ...rules }
  return {
    ...deploymentBy(user, at, { segSyms: [NIFTY_50], quantity: strategy.quantity, ...more }),
    slug: 'opt-call-spread-1',
    strategy,
  }
}
