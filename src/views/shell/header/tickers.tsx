import { dateInWords } from '../../../domain/dates-in-words.ts'
import { formatNumber } from '../../../domain/format.ts'
import { defaultIndices, type InstrumentId, tradingSymbolOf } from '../../../domain/instruments/instrument.ts'
import { closeOfQuote } from '../../../domain/quotes/quote-age.ts'
import { toIstClock, toIstDate } from '../../../domain/time.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { useMarketTime } from '../../kit/hooks/use-market-time.ts'
import { type ShownPrice, usePrice } from '../../kit/hooks/use-quote.ts'
import { LastPrice } from '../../kit/price/last-price.tsx'
import styles from './tickers.module.css'

const shortNames: Readonly<Record<string, string>> = { 'NIFTY BANK': 'BANK NIFTY' }
const ORIGIN_STEP_MS = 30_000

export function Tickers() {
  const source = useSnapshot('prices', ({ context }) => context.rows[0]?.source ?? null)
  return (
    <section className={styles.tickers} aria-label="Index prices">
      {defaultIndices.map((id) => (
        <Ticker key={id} id={id} />
      ))}
      {source !== null && <Origin source={source} />}
    </section>
  )
}

function Ticker({ id }: { readonly id: InstrumentId }) {
  const { runLine } = useConsole()
  const price = usePrice(id)
  const symbol = tradingSymbolOf(id)
  return (
    <button
      type="button"
      className={styles.ticker}
      title={price === null ? 'no price yet' : `${symbol} ${titleOf(price)}`}
      onClick={() => runLine(symbol.toLowerCase())}
    >
      <span className={styles.name}>{shortNames[symbol] ?? symbol}</span>
      <LastPrice of={id} hasPercent />
    </button>
  )
}

const titleOf = ({ lastPrice, asOf, freshness }: ShownPrice): string => {
  const close = freshness === 'closed' ? closeOfQuote('INDICES', asOf) : null
  return close === null ? formatNumber(lastPrice) : `${formatNumber(lastPrice)}, closed ${close}`
}

function Origin({ source }: { readonly source: string }) {
  const at = useMarketTime(ORIGIN_STEP_MS)
  return (
    <span
      className={styles.origin}
      title={`${source} prices of ${dateInWords(toIstDate(at))}, ${toIstClock(at)} IST`}
    >
      {source} {toIstClock(at)}
    </span>
  )
}
