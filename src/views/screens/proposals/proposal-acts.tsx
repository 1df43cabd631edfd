import { hasLegs } from '../../../domain/deployments/proposal-premium.ts'
import { formatNumber } from '../../../domain/format.ts'
import type { Proposal } from '../../../machines/deployments/proposals.ts'
import { isWaiting } from '../../../machines/deployments/waiting-proposals.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import text from '../../theme/text.module.css'
import styles from './proposals.module.css'
import { actInWords } from './queue-words.ts'
import { useTimeLeft } from './time-left.tsx'
import { useOpened } from './use-opened.ts'

/** Pressed once it is priced, pressed again it is sent, like Enter. */
export function ProposalActs({ proposal }: { readonly proposal: Proposal }) {
  const { run } = useConsole()
  const { proposalUuid, side, legs } = proposal
  const { priced, quantity, isPricing, isSending } = useOpened(proposal)
  const why = useWhyNot(proposal)
  const act = actInWords({ side, legs, quantity: quantity ?? proposal.quantity }).replace(/^./, (letter) =>
    letter.toLowerCase(),
  )
  return (
    <div className={styles.foot}>
      <div className={styles.acts} data-queue-acts="">
        <Button
          kind={side === 'buy' ? 'primary' : 'sell'}
          size="large"
          keys="↵"
          isDisabled={why !== null || isPricing || isSending}
          onPress={() => run({ command: 'proposal.enter', args: { proposal: proposalUuid } })}
        >
          {why ?? labelOf(act, { isPriced: priced !== null, isPricing, isSending })}
        </Button>
        {proposal.intent === 'entry' && !hasLegs(proposal) && (
          <Button
            size="large"
            keys="e"
            data-takes-keys=""
            isDisabled={isSending}
            onPress={() => run({ command: 'proposal.edit', args: { proposal: proposalUuid } })}
          >
            Quantity
          </Button>
        )}
        <Button
          size="large"
          keys="x"
          // Enter drops it here, and does not send.
          data-takes-keys=""
          isDisabled={isSending}
          onPress={() => run({ command: 'proposal.drop', args: { proposal: proposalUuid } })}
        >
          Drop
        </Button>
      </div>
      <p className={text.muted}>
        {priced === null
          ? 'Nothing is sent before it was priced.'
          : `Sends ${orderInWords(proposal)}. Priced again if the price moves 0.5% or is older than 3 s.`}
      </p>
    </div>
  )
}

const orderInWords = ({ legs, limitPrice }: Proposal): string => {
  if (hasLegs({ legs })) {
    const hasLimit = legs.some((leg) => leg.limitPrice !== null)
    return hasLimit ? 'its orders, bought before sold' : 'market orders, bought before sold'
  }
  return limitPrice === null ? 'a market order' : `a limit order at ${formatNumber(limitPrice)}`
}

interface Step {
  readonly isPriced: boolean
  readonly isPricing: boolean
  readonly isSending: boolean
}

const labelOf = (act: string, { isPriced, isPricing, isSending }: Step): string => {
  if (isSending) return `Sending ${act}…`
  if (isPricing) return `Pricing ${act}…`
  return isPriced ? `Send ${act}` : `Price ${act}`
}

/** Instead of the button's words, while it could not be sent; null if it can. */
function useWhyNot(proposal: Proposal): string | null {
  const left = useTimeLeft(proposal)
  const isOnline = useSnapshot('connectivity', (connectivity) => connectivity.matches('online'))
  const isLate = useSnapshot('orderPath', (path) => path.matches({ watched: 'late' }))
  const isKilled = useSnapshot('killSwitch', (one) => one.matches('on') || one.matches('rearming'))
  const isOld = useSnapshot('proposals', ({ context }) => context.message !== null)
  if (!isWaiting(proposal)) return 'Ended'
  if (!isOnline) return 'Offline, cannot send'
  if (isLate) return 'Server not responding'
  if (isOld) return 'List not current, cannot send'
  if (isKilled && proposal.intent === 'entry') return 'Trading is stopped'
  return left?.isOver === true ? 'Its time is over' : null
}
