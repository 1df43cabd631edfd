import { formatNumber } from '../../../domain/format.ts'
import { ageInWords } from '../../../domain/quotes/quote-age.ts'
import { useMarketTime } from '../hooks/use-market-time.ts'
import type { PriceDoubt } from '../hooks/use-quote.ts'
import { Icon } from '../layout/icon.tsx'
import styles from './price-doubt.module.css'

export function DoubtWords({ doubt }: { readonly doubt: PriceDoubt }) {
  return doubt.kind === 'stale' ? <Age since={doubt.since} /> : <Held price={doubt.price} />
}

function Age({ since }: { readonly since: number }) {
  const now = useMarketTime(1000)
  return (
    <span className={styles.words}>
      <Icon name="clock" size={11} />
      {ageInWords(now - since)}
    </span>
  )
}

function Held({ price }: { readonly price: number }) {
  return (
    <span
      className={styles.words}
      title={`${formatNumber(price)} is too far from the last price: shown once another tick confirms it`}
    >
      <Icon name="warning" size={11} />
      {formatNumber(price)} unconfirmed
    </span>
  )
}
