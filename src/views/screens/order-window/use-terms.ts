import { useMemo } from 'react'
import type { Instrument, InstrumentId } from '../../../domain/instrument.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { useLastPrice } from '../../kit/use-quote.ts'
import type { DraftTerms } from './draft-problems.ts'
import { titleOf } from './draft-words.ts'

export interface TermsOf extends DraftTerms {
  /** Null while the list is loading, or when it no longer holds it. */
  readonly instrument: Instrument | null
  readonly title: string
}

/** What orders of an instrument must keep to, and its price as it moves: renders again with every tick. */
export function useTerms(id: InstrumentId): TermsOf {
  const lastPrice = useLastPrice(id)
  return { ...useContract(id), lastPrice }
}

/** The same with the price as it was when something else rendered: for rows, whose price has a cell of its own. */
export function useStillTerms(id: InstrumentId): TermsOf {
  const { quotes } = useConsole()
  return { ...useContract(id), lastPrice: quotes.lastPrice(id) }
}

/** The tick of shares, where the list gives none. */
const USUAL_TICK = 0.05

function useContract(id: InstrumentId): Omit<TermsOf, 'lastPrice'> {
  const index = useSnapshot('instruments', ({ context }) => context.index)
  return useMemo(() => {
    const instrument = index?.find(id) ?? null
    return {
      instrument,
      title: titleOf(id, index),
      isIndex: instrument?.segment === 'INDICES',
      lotSize: Math.max(1, instrument?.lotSize ?? 1),
      tickSize: instrument?.tickSize || USUAL_TICK,
    }
  }, [index, id])
}
