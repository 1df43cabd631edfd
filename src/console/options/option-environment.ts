import type { Environment, KnownOption } from '../../commands/environment.ts'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import type { OptionType } from '../../domain/instruments/instrument-index.ts'
import { onceFor } from '../../domain/once-for.ts'
import { screenAt } from '../../domain/screens.ts'
import type { IstDate } from '../../domain/time.ts'
import type { OptionChain } from '../../machines/options/option-chain.ts'
import type { Actors } from '../actors.ts'

const optionsOf = (type: OptionType) =>
  onceFor((chain: OptionChain): readonly KnownOption[] =>
    chain.strikes.flatMap(({ strike, ce, pe }) => {
      const side = type === 'CE' ? ce : pe
      if (side === null) return []
      const { sym, lastPrice, delta } = side
      return [{ instrument: sym as InstrumentId, strike, lastPrice, delta }]
    }),
  )
const sidesOfChain = { CE: optionsOf('CE'), PE: optionsOf('PE') } as const

const findChain = (
  { optionChains }: Actors,
  underlying: InstrumentId,
  expiry: IstDate,
): OptionChain | null => {
  const { chains } = optionChains.getSnapshot().context
  const named = chains[`${underlying}:${expiry}`]?.chain ?? null
  const nearest = chains[underlying]?.chain ?? null
  return named ?? (nearest?.expiry === expiry ? nearest : null)
}

const scalperTrade = ({ scalper }: Actors): Partial<Environment> => {
  const { instrument, lots, product, price } = scalper.getSnapshot().context
  return instrument === null ? {} : { linked: { instrument, lots, product, price } }
}

export const optionEnvironment = (actors: Actors): Partial<Environment> => {
  const screen = screenAt(actors.navigation.getSnapshot().context.path)
  const isHere = screen === 'markets' || screen === 'option-chain'
  return {
    chainOf: (underlying, expiry, type) => {
      const chain = findChain(actors, underlying, expiry)
      return chain === null ? null : sidesOfChain[type](chain)
    },
    ...(isHere ? scalperTrade(actors) : {}),
  }
}
