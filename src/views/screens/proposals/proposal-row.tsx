import type { ReactNode } from 'react'
import { formatNumber } from '../../../domain/format.ts'
import { textOfInstrument } from '../../../domain/instruments/instrument-names.ts'
import { toIstClock } from '../../../domain/time.ts'
import type { Proposal } from '../../../machines/deployments/proposals.ts'
import { InstrumentName } from '../../kit/instrument/instrument-name.tsx'
import { Badge } from '../../kit/layout/badge.tsx'
import { Signed } from '../../kit/price/signed.tsx'
import text from '../../theme/text.module.css'
import styles from './proposals.module.css'
import { actInWords, clockWithSeconds, moveInWords, premiumInWords } from './queue-words.ts'
import { TimeBar, TimeLeft } from './time-left.tsx'
import { usePremium } from './use-premium.ts'

interface RowProps {
  readonly proposal: Proposal
  readonly isCurrent: boolean
  readonly onPoint: () => void
  /** Opened under its row, where there is no room beside the list. */
  readonly children?: ReactNode
}

export function WaitingRow({ proposal, isCurrent, onPoint, children }: RowProps) {
  const { proposalUuid, intent, madeAt, endsAt, algoName, why } = proposal
  return (
    <li
      className={styles.item}
      data-intent={intent}
      data-side={proposal.side}
      data-current={isCurrent ? '' : undefined}
    >
      <button
        type="button"
        className={styles.row}
        data-key={proposalUuid}
        aria-current={isCurrent}
        onClick={onPoint}
        onFocus={onPoint}
      >
        <span className={styles.when}>
          <TimeLeft of={proposal} />
          <span className={styles.small}>
            {endsAt === null ? 'until closed' : `ends ${clockWithSeconds(endsAt)}`}
          </span>
        </span>
        <span className={styles.what}>
          <Act of={proposal} />
          <span className={`${styles.small} ${text.cut}`}>
            <bdi>{algoName}</bdi>
            {` · ${why} · made ${toIstClock(madeAt)}`}
          </span>
        </span>
        <ThenNow of={proposal} />
      </button>
      <TimeBar of={proposal} />
      {children}
    </li>
  )
}

export function EndedRow({ proposal, isCurrent, onPoint, children }: RowProps) {
  const { proposalUuid, madeAt, endedAt, algoName, outcome } = proposal
  return (
    <li className={styles.item} data-status={proposal.status} data-current={isCurrent ? '' : undefined}>
      <button
        type="button"
        className={styles.row}
        data-key={proposalUuid}
        aria-current={isCurrent}
        onClick={onPoint}
        onFocus={onPoint}
      >
        <span className={styles.when}>{clockWithSeconds(endedAt ?? madeAt)}</span>
        <span className={styles.what}>
          <Act of={proposal} />
          <span className={`${styles.small} ${text.cut}`}>
            {`${outcome} · `}
            <bdi>{algoName}</bdi>
          </span>
        </span>
        <ThenNow of={proposal} />
      </button>
      {children}
    </li>
  )
}

function Act({ of: proposal }: { readonly of: Proposal }) {
  const { intent, side, contract, status } = proposal
  return (
    <span className={styles.act}>
      {intent === 'exit' && <Badge tone="sell">EXIT</Badge>}
      <span className={`${text[side]} ${text.strong}`}>{actInWords(proposal)}</span>
      <InstrumentName of={contract} symbol={textOfInstrument(contract)} />
      {status === 'sent' && <Badge tone="good">SENT</Badge>}
    </span>
  )
}

function ThenNow({ of: proposal }: { readonly of: Proposal }) {
  const { price } = proposal
  const now = usePremium(proposal)
  const of = premiumInWords(proposal)
  return (
    <span className={styles.prices}>
      <span>
        <span className={text.muted}>{formatNumber(price)} → </span>
        <b>{formatNumber(now)}</b>
        {of !== '' && <span className={text.muted}>{` ${of}`}</span>}
      </span>
      <span className={styles.small}>
        <Signed
          value={now === null ? null : now - price}
          format={() => (now === null ? '' : moveInWords(price, now))}
        />
      </span>
    </span>
  )
}
