import { useMemo } from 'react'
import { defaultIndices, type InstrumentId } from '../../../domain/instruments/instrument.ts'
import {
  type ContractOfLeg,
  contractOfLeg,
  expiryOfLeg,
  type OptionNow,
  optionsOfChain,
} from '../../../domain/strategies/contracts-of-legs.ts'
import { type LegExpiry, legExpiries, type StrategyLeg } from '../../../domain/strategies/strategy.ts'
import type { IstDate } from '../../../domain/time.ts'
import { useSnapshot } from '../console.tsx'
import { useLastPrice } from '../hooks/use-quote.ts'
import { useChain } from '../option-chain/use-chain.ts'

/** A price is watched in any case; without an underlying nothing is made of it. */
const [NIFTY = 'INDICES_NIFTY 50' as InstrumentId] = defaultIndices

/** The contracts that the legs mean now, in their order; null until the list of instruments is known. */
export function useContracts(
  underlying: InstrumentId | null,
  legs: readonly StrategyLeg[],
): readonly ContractOfLeg[] | null {
  const index = useSnapshot('instruments', ({ context }) => context.index)
  const expiries = useMemo(
    () => (index === null || underlying === null ? [] : index.expiriesOf(underlying)),
    [index, underlying],
  )
  const dates = legExpiries.map((expiry) => readFrom(expiry, expiries, legs))
  const chains = [
    useChain(underlying, dates[0] ?? null).chain,
    useChain(underlying, dates[1] ?? null).chain,
    useChain(underlying, dates[2] ?? null).chain,
  ]
  const price = useLastPrice(underlying ?? NIFTY)
  if (index === null || underlying === null) return null
  const optionsOf = (expiry: IstDate, type: StrategyLeg['type']): readonly OptionNow[] | null => {
    const chain = chains[dates.indexOf(expiry)] ?? null
    return chain === null ? null : optionsOfChain(chain, type)
  }
  return legs.map((leg) => contractOfLeg(leg, { index, underlying, price, optionsOf }))
}

/** Only a strike by delta or premium has to be read from a chain. */
const readFrom = (
  expiry: LegExpiry,
  expiries: readonly IstDate[],
  legs: readonly StrategyLeg[],
): IstDate | null =>
  legs.some((leg) => leg.expiry === expiry && leg.atm === null) ? expiryOfLeg(expiry, expiries) : null
