import { useMemo } from 'react'
import type { Instrument, InstrumentId } from '../../../../domain/instruments/instrument.ts'
import { useConsole, useSnapshot } from '../../../kit/console.tsx'
import { useLastPrice } from '../../../kit/hooks/use-quote.ts'
import type { DraftTerms } from './draft-problems.ts'
import { titleOf } from './draft-words.ts'

export interface TermsOf extends DraftTerms {
  /** Null while the index is loading, or if it does not hold the instrument. */
  readonly instrument: Instrument | null
  readonly title: string
}

/** Renders with every tick of the instrument. */
export function useTerms(id: InstrumentId): TermsOf {
  const lastPrice = useLastPrice(id)
  return { ...useContract(id), lastPrice }
}

/** Does not render with ticks: its last price is that of the last render. */
export function useStillTerms(id: InstrumentId): TermsOf {
  const { quotes } = useConsole()
  return { ...useContract(id), lastPrice: quotes.lastPrice(id) }
}

/** Rupees; for shares. */
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
