import { emptyContext } from '../../src/commands/context.ts'
import type { Environment } from '../../src/commands/environment.ts'
import type { InstrumentId } from '../../src/domain/instruments/instrument.ts'
import { tradingWith } from './command-environment.ts'

export const CE = 'NFO-OPT_NIFTY26NOV25950CE' as InstrumentId

export const at = (changes: Partial<Environment['context']>, more: Partial<Environment> = {}): Environment =>
  tradingWith({ ...more, context: { ...emptyContext, signedIn: true, ...changes } })

export const words = {
  aliases: { b9: 'buy 2l nifty atm ce', out: 'exit all' },
  variables: { qty: '2l', 'far-strike': 'otm4' },
}
export const macros = [
  { name: 'morning', lines: ['watch tcs', 'chart tcs'] },
  { name: 'flat', lines: ['cancel all', 'exit all'] },
]
export const environment = at(
  { view: 'home', 'basket.legs': 2, 'basket.failed': 1, killed: true },
  { words, macros },
)
