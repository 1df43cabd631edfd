import type { PricedProposal, Proposal } from '../../../machines/deployments/proposals.ts'
import { useSnapshot } from '../../kit/console.tsx'

interface OpenedProposal {
  readonly priced: PricedProposal | null
  readonly isOpened: boolean
  /** Units to send, where fewer than were proposed. */
  readonly quantity: number | null
  readonly isPricing: boolean
  readonly isSending: boolean
  /** Why it was priced again, not priced or not sent. */
  readonly note: string | null
}

export function useOpened({ proposalUuid }: Proposal): OpenedProposal {
  const isOpened = useSnapshot('proposals', ({ context }) => context.opened?.proposalUuid === proposalUuid)
  const priced = useSnapshot('proposals', ({ context }) => context.priced)
  const quantity = useSnapshot('proposals', ({ context }) => context.quantity)
  const note = useSnapshot('proposals', ({ context }) => context.note)
  const isPricing = useSnapshot('proposals', (queue) => queue.matches({ opened: 'pricing' }))
  const isSending = useSnapshot('proposals', (queue) => queue.matches({ opened: 'sending' }))
  return isOpened
    ? { priced, isOpened, quantity, isPricing, isSending, note }
    : { priced: null, isOpened: false, quantity: null, isPricing: false, isSending: false, note: null }
}
