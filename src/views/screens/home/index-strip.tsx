import { formatSigned } from '../../../domain/format.ts'
import { type InstrumentId, parseInstrumentId } from '../../../domain/instrument.ts'
import { closeOfQuote } from '../../../domain/quote-age.ts'
import { changeFromClose } from '../../../domain/quote-change.ts'
import { useSnapshot } from '../../kit/console.tsx'
import { fullInstant } from '../../kit/instants.ts'
import { LastPrice } from '../../kit/last-price.tsx'
import { EmptyNotice, ErrorNotice } from '../../kit/notice.tsx'
import { Panel } from '../../kit/panel.tsx'
import { toneOf } from '../../kit/signed.tsx'
import { Skeleton } from '../../kit/skeleton.tsx'
import { Sparkline } from '../../kit/sparkline.tsx'
import { useMarketTime } from '../../kit/use-market-time.ts'
import { usePrice } from '../../kit/use-quote.ts'
import styles from './index-strip.module.css'

const MINUTE = 60_000

/** The indices with the line of their session. */
export function IndexStrip() {
  const rows = useSnapshot('prices', ({ context }) => context.rows)
  const message = useSnapshot('prices', ({ context }) => context.message)
  const isAsked = useSnapshot('prices', ({ context }) => context.receivedAt !== null)
  const at = useMarketTime(MINUTE)
  const first = rows[0]
  return (
    <Panel title="Indices" note={first && `${first.source}, ${fullInstant(at)}`}>
      {message !== null && rows.length === 0 ? (
        <ErrorNotice message={message} />
      ) : rows.length === 0 && !isAsked ? (
        <Skeleton rows={3} />
      ) : rows.length === 0 ? (
        <EmptyNotice icon="chart" title="No prices">
          The server knows none of the indices.
        </EmptyNotice>
      ) : (
        <ul className={styles.rows}>
          {rows.map(({ key, trail }) => {
            const parts = parseInstrumentId(key)
            return parts && <IndexRow key={key} id={parts.id} name={parts.tradingSymbol} trail={trail} />
          })}
        </ul>
      )}
    </Panel>
  )
}

interface IndexRowProps {
  readonly id: InstrumentId
  readonly name: string
  readonly trail: readonly number[]
}

function IndexRow({ id, name, trail }: IndexRowProps) {
  const price = usePrice(id)
  const change = price === null ? null : changeFromClose(price)
  const close = price?.mark === 'closed' ? closeOfQuote('INDICES', price.asOf) : null
  return (
    <li className={styles.row}>
      <b className={styles.name}>{name}</b>
      <Sparkline values={trail} tone={toneOf(change) ?? 'plain'} width={96} />
      <span className={styles.figures}>
        <LastPrice of={id} hasPercent hasArrow />
        <small>
          {formatSigned(change)}
          {close !== null && ` · closed ${close}`}
        </small>
      </span>
    </li>
  )
}
