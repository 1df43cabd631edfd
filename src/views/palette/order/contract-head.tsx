import { NO_FIGURE } from '../../../domain/format.ts'
import type { Instrument, InstrumentId } from '../../../domain/instruments/instrument.ts'
import { istDateToDayNumber, istDayNumber } from '../../../domain/time.ts'
import type { OrdersPreview } from '../../../machines/shell/palette-preview.ts'
import { useConsole } from '../../kit/console.tsx'
import { useMarketTime } from '../../kit/hooks/use-market-time.ts'
import { BookBadge } from '../../kit/instrument/book-badge.tsx'
import { LastPrice } from '../../kit/price/last-price.tsx'
import styles from './order-preview.module.css'

const DAY_STEP_MS = 60_000

interface ContractHeadProps {
  readonly preview: OrdersPreview | null
  readonly greeks: string | null
}

export function ContractHead({ preview, greeks }: ContractHeadProps) {
  const { instruments } = useConsole()
  const marketTime = useMarketTime(DAY_STEP_MS)
  const index = instruments()
  const first = preview?.orders[0]
  if (preview === null || first === undefined)
    return (
      <div className={styles.head}>
        <div>
          <p className={styles.name}>{NO_FIGURE}</p>
          <p className={styles.small}>{NO_FIGURE}</p>
        </div>
      </div>
    )
  const instrument = index?.find(first.draft.instrument) ?? null
  const isSingle = preview.orders.length === 1
  const underlying = instrument?.expiry == null ? null : (index?.findSymbol(instrument.name) ?? null)
  return (
    <div className={styles.head}>
      <div>
        <p className={styles.name}>{isSingle ? first.symbol : `${preview.orders.length} orders`}</p>
        <p className={styles.small}>
          {isSingle ? detailOf(instrument, marketTime) : `${first.symbol} and others`}
          {greeks !== null && <span className={styles.greeks}>{greeks}</span>}
        </p>
      </div>
      <BookBadge isCapital={false} />
      {isSingle && (
        <div className={styles.prices}>
          <Last of={first.draft.instrument} />
          <p className={styles.small}>
            {underlying !== null && (
              <>
                {underlying.tradingSymbol} <LastPrice of={underlying.id} />
              </>
            )}
          </p>
        </div>
      )}
    </div>
  )
}

function Last({ of }: { readonly of: InstrumentId }) {
  return (
    <dl className={styles.last}>
      <dt>LTP</dt>
      <dd>
        <LastPrice of={of} hasPercent />
      </dd>
    </dl>
  )
}

const detailOf = (instrument: Instrument | null, now: number): string => {
  const exchange = instrument?.exchange ?? ''
  if (instrument?.expiry == null) return exchange
  const left = Math.max(0, istDateToDayNumber(instrument.expiry) - istDayNumber(now))
  const days = left === 0 ? 'expires today' : left === 1 ? '1 day left' : `${left} days left`
  return `${exchange} · lot ${instrument.lotSize} · ${days}`
}
