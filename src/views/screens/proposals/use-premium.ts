import { useCallback, useMemo } from 'react'
import { hasLegs, premiumOf } from '../../../domain/deployments/proposal-premium.ts'
import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import type { Proposal } from '../../../machines/deployments/proposals.ts'
import { useLiveTotals } from '../../kit/hooks/use-live-totals.ts'
import { usePrice } from '../../kit/hooks/use-quote.ts'

export function usePremium(proposal: Proposal): number | null {
  const single = usePrice(proposal.contract)?.lastPrice ?? null
  const contracts = useMemo(() => proposal.legs.map(({ contract }) => contract), [proposal])
  const sum = useCallback(
    (priceOf: (contract: InstrumentId) => number | null) => premiumOf(proposal, priceOf),
    [proposal],
  )
  const premium = useLiveTotals(contracts, sum)
  return hasLegs(proposal) ? premium : single
}
