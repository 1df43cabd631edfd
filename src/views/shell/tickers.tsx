import { dateInWords } from '../../domain/dates-in-words.ts'
import { formatNumber } from '../../domain/format.ts'
import { defaultIndices, parseInstrumentId } from '../../domain/instrument.ts'
import { toIstClock, toIstDate } from '../../domain/time.ts'
import { useConsole, useSnapshot } from '../kit/console.tsx'
import { percentFromClose, priceAge } from '../kit/price-age.ts'
import { PriceWidget } from '../kit/price-widget.tsx'
import { useNow } from '../kit/use-now.ts'
import styles from './tickers.module.css'

const shortNames: Readonly<Record<string, string>> = { 'NIFTY BANK': 'BANK NIFTY' }

/** The three indices, with where their prices come from and how old they are. */
export function Tickers() {
  const rows = useSnapshot('prices', (prices) => prices.context.rows)
  const isStale = useSnapshot('prices', (prices) => prices.context.message !== null)
  const first = rows[0]
  return (
    <section className={styles.tickers} aria-label="Index prices">
      {defaultIndices.map((id) => (
        <Ticker key={id} id={id} isStale={isStale} />
      ))}
      {first && <Origin source={first.source} asOf={first.asOf} />}
    </section>
  )
}

function Ticker({ id, isStale }: { readonly id: string; readonly isStale: boolean }) {
  const { runLine } = useConsole()
  const row = useSnapshot('prices', (prices) => prices.context.rows.find(({ key }) => key === id) ?? null)
  const now = useNow(30_000)
  const symbol = parseInstrumentId(id)?.tradingSymbol ?? id
  const age = row === null || !isStale ? null : priceAge(row.asOf, now)
  return (
    <button
      type="button"
      className={styles.ticker}
      title={row === null ? 'no price yet' : `${symbol} ${formatNumber(row.lastPrice)}`}
      onClick={() => runLine(symbol.toLowerCase())}
    >
      <span className={styles.name}>{shortNames[symbol] ?? symbol}</span>
      <PriceWidget lastPrice={row?.lastPrice ?? null} percent={percentFromClose(row)} age={age} />
    </button>
  )
}

function Origin({ source, asOf }: { readonly source: string; readonly asOf: number }) {
  const now = useNow(30_000)
  const day = toIstDate(asOf)
  const when = day === toIstDate(now) ? toIstClock(asOf) : dateInWords(day).slice(0, 6)
  return (
    <span
      className={styles.origin}
      title={`${source} prices of ${dateInWords(day)}, ${toIstClock(asOf)} IST`}
    >
      {source === 'simulated' ? 'simulated' : 'imported'} {when}
    </span>
  )
}
