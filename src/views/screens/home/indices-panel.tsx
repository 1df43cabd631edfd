import { type InstrumentId, parseInstrumentId } from '../../../domain/instrument.ts'
import { changeFromClose } from '../../../domain/quote-change.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { LastPrice } from '../../kit/last-price.tsx'
import { EmptyNotice, ErrorNotice } from '../../kit/notice.tsx'
import { Panel } from '../../kit/panel.tsx'
import { toneOf } from '../../kit/signed.tsx'
import { Skeleton } from '../../kit/skeleton.tsx'
import { Sparkline } from '../../kit/sparkline.tsx'
import { usePrice } from '../../kit/use-quote.ts'
import styles from './indices-panel.module.css'

/** The indices with the line of their session; a row opens the chart. */
export function IndicesPanel() {
  const rows = useSnapshot('prices', ({ context }) => context.rows)
  const message = useSnapshot('prices', ({ context }) => context.message)
  const isAsked = useSnapshot('prices', ({ context }) => context.receivedAt !== null)
  return (
    <Panel title="Indices" className={styles.panel}>
      {message !== null && rows.length === 0 ? (
        <ErrorNotice message={message} />
      ) : rows.length === 0 && !isAsked ? (
        <Skeleton rows={5} />
      ) : rows.length === 0 ? (
        <EmptyNotice icon="chart" title="No prices">
          The server knows none of the indices.
        </EmptyNotice>
      ) : (
        <ul>
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
  const { run } = useConsole()
  const price = usePrice(id)
  const change = price === null ? null : changeFromClose(price)
  return (
    <li>
      <button
        type="button"
        className={styles.row}
        onClick={() => run({ command: 'chart.open', args: { instrument: id } })}
      >
        <span className={styles.name}>{name}</span>
        <Sparkline values={trail} tone={toneOf(change) ?? 'plain'} width={48} height={22} />
        <span className={styles.figures}>
          <LastPrice of={id} hasPercent />
        </span>
      </button>
    </li>
  )
}
