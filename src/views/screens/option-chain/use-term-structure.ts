import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import type { TermStructure } from '../../../machines/options/term-structure.ts'
import { useSnapshot } from '../../kit/console.tsx'
import { useKeptCurrent } from '../../kit/hooks/use-kept-current.ts'

export interface ShownTermStructure {
  readonly structure: TermStructure | null
  readonly message: string | null
  readonly askAgain: () => void
}

export function useTermStructure(underlying: InstrumentId): ShownTermStructure {
  const askAgain = useKeptCurrent('termStructure', underlying)
  const structure = useSnapshot('termStructure', ({ context }) =>
    context.key === underlying ? context.output : null,
  )
  const message = useSnapshot('termStructure', ({ context }) =>
    context.key === underlying ? context.message : null,
  )
  return { structure, message, askAgain }
}
