import { formatSigned } from '../../../domain/format.ts'
import { parseInstrumentId } from '../../../domain/instrument.ts'
import { useSnapshot } from '../../kit/console.tsx'
import { fullInstant } from '../../kit/instants.ts'
import { EmptyNotice, ErrorNotice } from '../../kit/notice.tsx'
import { Panel } from '../../kit/panel.tsx'
import { percentFromClose, priceAge } from '../../kit/price-age.ts'
import { PriceWidget } from '../../kit/price-widget.tsx'
import { toneOf } from '../../kit/signed.tsx'
import { Skeleton } from '../../kit/skeleton.tsx'
import { Sparkline } from '../../kit/sparkline.tsx'
import { useNow } from '../../kit/use-now.ts'
import styles from './index-strip.module.css'

/** The indices with the line of their session. */
export function IndexStrip() {
  const rows = useSnapshot('prices', ({ context }) => context.rows)
  const message = useSnapshot('prices', ({ context }) => context.message)
  const isAsked = useSnapshot('prices', ({ context }) => context.receivedAt !== null)
  const now = useNow(5000)
  const first = rows[0]
  return (
    <Panel title="Indices" note={first && `${first.source}, ${fullInstant(first.asOf)}`}>
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
          {rows.map((row) => {
            const change = row.lastPrice - row.closePrice
            return (
              <li key={row.key} className={styles.row}>
                <b className={styles.name}>{parseInstrumentId(row.key)?.tradingSymbol ?? row.key}</b>
                <Sparkline values={row.trail} tone={toneOf(change) ?? 'plain'} width={96} />
                <span className={styles.figures}>
                  <PriceWidget
                    lastPrice={row.lastPrice}
                    percent={percentFromClose(row)}
                    hasArrow
                    age={message === null ? null : priceAge(row.asOf, now)}
                  />
                  <small>{formatSigned(change)}</small>
                </span>
              </li>
            )
          })}
        </ul>
      )}
    </Panel>
  )
}
