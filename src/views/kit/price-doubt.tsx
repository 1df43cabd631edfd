import { formatNumber } from '../../domain/format.ts'
import { ageInWords } from '../../domain/quote-age.ts'
import { Icon } from './icon.tsx'
import styles from './price-doubt.module.css'
import { useMarketTime } from './use-market-time.ts'
import type { PriceDoubt } from './use-quote.ts'

/** Beside a price that cannot be trusted: how old it is, or which later one is not believed yet. */
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
      title={`${formatNumber(price)} came once and is too far off to be believed until another tick agrees`}
    >
      <Icon name="warning" size={11} />
      {formatNumber(price)} unconfirmed
    </span>
  )
}
