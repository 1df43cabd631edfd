import { hasLegs } from '../../../domain/deployments/proposal-premium.ts'
import { formatNumber, formatRupees } from '../../../domain/format.ts'
import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import { textOfInstrument } from '../../../domain/instruments/instrument-names.ts'
import type { PricedProposal, Proposal } from '../../../machines/deployments/proposals.ts'
import { InstrumentName } from '../../kit/instrument/instrument-name.tsx'
import { Badge } from '../../kit/layout/badge.tsx'
import { Icon } from '../../kit/layout/icon.tsx'
import { Skeleton } from '../../kit/layout/skeleton.tsx'
import { LastPrice } from '../../kit/price/last-price.tsx'
import { LimitsButton } from '../../kit/price/limits-button.tsx'
import { Signed } from '../../kit/price/signed.tsx'
import text from '../../theme/text.module.css'
import { ProposalActs } from './proposal-acts.tsx'
import styles from './proposals.module.css'
import { actInWords, clockWithSeconds, costOfWaiting, moveInWords, premiumInWords } from './queue-words.ts'
import { TimeBar, TimeLeft } from './time-left.tsx'
import { useOpened } from './use-opened.ts'
import { usePremium } from './use-premium.ts'

/** Why it was proposed, what it costs now, and its buttons; without a title where its row stands above. */
export function ProposalDetail({
  proposal,
  isUnderRow = false,
}: {
  readonly proposal: Proposal
  readonly isUnderRow?: boolean
}) {
  const isWaiting = proposal.status === 'waiting'
  return (
    <div className={styles.detail}>
      {!isUnderRow && <Subject proposal={proposal} />}
      <Why proposal={proposal} />
      {hasLegs(proposal) && <Legs proposal={proposal} />}
      {isWaiting && <ThenAndNow proposal={proposal} />}
      {isWaiting ? <Order proposal={proposal} /> : <Outcome proposal={proposal} />}
      {isWaiting && <ProposalActs proposal={proposal} />}
    </div>
  )
}

function Subject({ proposal }: { readonly proposal: Proposal }) {
  const { intent, side, contract, product, endsAt, status } = proposal
  return (
    <>
      <div className={styles.subject}>
        <div>
          <p className={styles.title}>
            {intent === 'exit' && <Badge tone="sell">EXIT</Badge>}
            <span className={text[side]}>{actInWords(proposal)}</span>
            <InstrumentName of={contract} symbol={textOfInstrument(contract)} />
          </p>
          <p className={text.second}>{`${product} · made ${clockWithSeconds(proposal.madeAt)}`}</p>
        </div>
        {status === 'waiting' && (
          <p className={styles.end}>
            <TimeLeft of={proposal} isBig />
            <span className={styles.small}>
              {endsAt === null ? 'until closed' : `ends ${clockWithSeconds(endsAt)}`}
            </span>
          </p>
        )}
      </div>
      {status === 'waiting' && <TimeBar of={proposal} />}
    </>
  )
}

function Why({ proposal: { why, values } }: { readonly proposal: Proposal }) {
  return (
    <section className={styles.part} aria-label="Why">
      <h3 className={styles.kicker}>Why</h3>
      <p>{why}</p>
      {values.length > 0 && (
        <dl className={styles.values}>
          {values.map(({ text: operand, value }) => (
            <div key={operand} className={styles.value}>
              <dt>{operand}</dt>
              <dd>{formatNumber(value)}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

function Legs({ proposal: { legs } }: { readonly proposal: Proposal }) {
  return (
    <section className={styles.part} aria-label="Legs">
      <h3 className={styles.kicker}>Legs</h3>
      <table className={styles.legs}>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">Order</th>
            <th scope="col">Then</th>
            <th scope="col">Now</th>
          </tr>
        </thead>
        <tbody>
          {legs.map(({ leg, contract, side, quantity, price, limitPrice }) => (
            <tr key={leg}>
              <th scope="row">
                <span className={text[side]}>{actInWords({ side, quantity, legs: [] })}</span>{' '}
                <InstrumentName of={contract} symbol={textOfInstrument(contract)} />
                {limitPrice !== null && (
                  <span className={text.muted}>{` limit ${formatNumber(limitPrice)}`}</span>
                )}
              </th>
              <td className={text.muted}>{formatNumber(price)}</td>
              <td>
                <LastPrice of={contract} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function ThenAndNow({ proposal }: { readonly proposal: Proposal }) {
  const { contract, price } = proposal
  const now = usePremium(proposal)
  const of = premiumInWords(proposal)
  return (
    <section className={`${styles.part} ${styles.thenNow}`} aria-label="Price then and now">
      <span className={styles.kicker}>Then</span>
      <b>{formatNumber(price)}</b>
      <span className={styles.kicker}>Now</span>
      <b>{of === '' ? <LastPrice of={contract} /> : `${formatNumber(now)} ${of}`}</b>
      {now !== null && (
        <>
          <Signed value={now - price} format={() => moveInWords(price, now)} />
          <span className={`${text.muted} ${styles.last}`}>{costOfWaiting(proposal, now)}</span>
        </>
      )}
    </section>
  )
}

/** Margin, charges and refusal of the order, as the server would judge it now. */
function Order({ proposal }: { readonly proposal: Proposal }) {
  const { priced, quantity, isPricing, note } = useOpened(proposal)
  return (
    <section className={styles.part} aria-label="Order preview">
      <h3 className={styles.kicker}>Order preview</h3>
      {quantity !== null && quantity !== proposal.quantity && (
        <p>
          {`${formatNumber(quantity, 0)} instead of ${formatNumber(proposal.quantity, 0)}, as you changed it.`}
        </p>
      )}
      {priced !== null ? (
        <Priced priced={priced} limitPrice={proposal.limitPrice} />
      ) : isPricing ? (
        <div role="status" aria-label="Loading margin and charges">
          <Skeleton rows={2} />
        </div>
      ) : (
        <p className={text.muted}>Margin, charges and limits are shown before it is sent.</p>
      )}
      {note !== null && (
        <p className={styles.note} role="alert">
          <Icon name="warning" size={14} />
          <bdi>{note}</bdi>
        </p>
      )}
    </section>
  )
}

interface PricedProps {
  readonly priced: PricedProposal
  readonly limitPrice: number | null
}

function Priced({ priced: { preview }, limitPrice }: PricedProps) {
  const { orders, margin, charges } = preview
  const refused = orders.find(({ refusal }) => refusal !== null)
  const roundTrip = orders.reduce((sum, { chargesRoundTrip }) => sum + chargesRoundTrip, 0)
  return (
    <>
      <dl className={styles.figures}>
        <div>
          <dt className={styles.kicker}>Margin</dt>
          <dd>{formatRupees(margin.required)}</dd>
          <dd className={styles.small}>{`of ${formatRupees(margin.available)} free`}</dd>
        </div>
        <div>
          <dt className={styles.kicker}>Charges</dt>
          <dd>{formatRupees(charges)}</dd>
          <dd className={styles.small}>{`${formatRupees(roundTrip)} in and out`}</dd>
        </div>
        {orders.length === 1 && (
          <div>
            <dt className={styles.kicker}>Price</dt>
            <dd>{formatNumber(orders[0]?.price ?? null)}</dd>
            <dd className={styles.small}>{limitPrice === null ? 'market order' : 'limit order'}</dd>
          </div>
        )}
      </dl>
      {refused?.refusal != null && (
        <p className={styles.refusal} role="alert">
          <Icon name="warning" size={14} />
          <span>
            {orders.length === 1
              ? 'Would be rejected: '
              : `${textOfInstrument(refused.sym as InstrumentId)} would be rejected: `}
            <bdi>{refused.refusal.message}</bdi>
          </span>
          <LimitsButton code={refused.refusal.code} />
        </p>
      )}
    </>
  )
}

function Outcome({ proposal: { outcome, endedAt, status } }: { readonly proposal: Proposal }) {
  return (
    <section className={styles.part} aria-label="Outcome">
      <h3 className={styles.kicker}>{status === 'sent' ? 'Sent' : 'Ended without an order'}</h3>
      <p>
        {outcome}
        {endedAt !== null && <span className={text.muted}>{` at ${clockWithSeconds(endedAt)}`}</span>}
      </p>
    </section>
  )
}
