import { type InstrumentId, parseInstrumentId } from '../../../domain/instruments/instrument.ts'
import { changeFromClose } from '../../../domain/quotes/quote-change.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { usePrice } from '../../kit/hooks/use-quote.ts'
import { EmptyNotice, ErrorNotice } from '../../kit/layout/notice.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { Skeleton } from '../../kit/layout/skeleton.tsx'
import { LastPrice } from '../../kit/price/last-price.tsx'
import { toneOf } from '../../kit/price/signed.tsx'
import { Sparkline } from '../../kit/price/sparkline.tsx'
import styles from './indices-panel.module.css'

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
          The server has no index prices.
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
