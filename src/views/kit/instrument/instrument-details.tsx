import { type ReactNode, useEffect } from 'react'
import { dateInWords } from '../../../domain/dates-in-words.ts'
import {
  countOf,
  formatCompact,
  formatNumber,
  formatSigned,
  formatSignedPercent,
  NO_FIGURE,
} from '../../../domain/format.ts'
import { type Instrument, universes } from '../../../domain/instruments/instrument.ts'
import type { InstrumentIndex } from '../../../domain/instruments/instrument-index.ts'
import { derivativeRoot, expiryParts, instrumentTitle } from '../../../domain/instruments/instrument-names.ts'
import { freezeQuantityOf } from '../../../domain/orders/freeze.ts'
import type { IstDate } from '../../../domain/time.ts'
import { useConsole, useSnapshot } from '../console.tsx'
import { doubtOfQuote, useQuote } from '../hooks/use-quote.ts'
import { PriceWidget } from '../price/price-widget.tsx'
import styles from './instrument-details.module.css'
import { InstrumentLogo } from './logo.tsx'

/** Skipping over rows must not request the depth of each. */
const DEPTH_AFTER_MS = 250

interface InstrumentDetailsProps {
  readonly instrument: Instrument
  readonly acts?: ReactNode
}

type Fact = readonly [name: string, value: ReactNode]

export function InstrumentDetails({ instrument, acts }: InstrumentDetailsProps) {
  const { environment } = useConsole()
  const index = useSnapshot('instruments', ({ context }) => context.index)
  const { today } = environment()
  return (
    <div className={styles.details}>
      <header className={styles.head}>
        <InstrumentLogo instrument={instrument} />
        <div>
          <h3 className={styles.title}>{instrumentTitle(instrument)}</h3>
          <p className={styles.name}>{nameOf(instrument)}</p>
        </div>
      </header>
      <LiveHead instrument={instrument} />
      {acts !== undefined && <div className={styles.acts}>{acts}</div>}
      <Day instrument={instrument} />
      <Facts label="Contract" facts={termsOf(instrument, index, today)} />
    </div>
  )
}

function LiveHead({ instrument }: { readonly instrument: Instrument }) {
  const quote = useQuote(instrument.id)
  const change = quote === null ? null : quote.lastPrice - quote.closePrice
  const percent = quote === null || change === null ? null : (change / quote.closePrice) * 100
  return (
    <div className={styles.live}>
      <span className={styles.price}>
        <PriceWidget
          lastPrice={quote?.lastPrice ?? null}
          percent={percent}
          doubt={doubtOfQuote(quote)}
          hasArrow
        />
      </span>
      <span className={styles.change}>
        {change === null ? 'no price yet' : `${formatSigned(change)} (${formatSignedPercent(percent)}) today`}
      </span>
    </div>
  )
}

function Day({ instrument }: { readonly instrument: Instrument }) {
  const { dispatch } = useConsole()
  const quote = useQuote(instrument.id)
  const known = useSnapshot('depth', ({ context }) =>
    context.instrument === instrument.id ? context.depth : null,
  )
  useEffect(() => {
    const timer = setTimeout(
      () => dispatch({ to: 'depth', event: { type: 'depth.watch', instrument: instrument.id } }),
      DEPTH_AFTER_MS,
    )
    return () => {
      clearTimeout(timer)
      dispatch({ to: 'depth', event: { type: 'depth.unwatch' } })
    }
  }, [dispatch, instrument.id])
  const hasBook = instrument.segment !== 'INDICES'
  const positive = (value: number | undefined | null) =>
    formatNumber(value === undefined || value === null || value <= 0 ? null : value)
  const facts: readonly Fact[] = [
    ...(hasBook ? ([['Bid × ask', `${positive(quote?.bid)} × ${positive(quote?.ask)}`]] as const) : []),
    ['Open', positive(known?.dayOpen ?? quote?.dayOpen)],
    [
      'Day range',
      known === null ? NO_FIGURE : `${formatNumber(known.dayLow)} – ${formatNumber(known.dayHigh)}`,
    ],
    ['Prev close', positive(quote?.closePrice)],
    ...(hasBook
      ? ([
          ['Volume', formatCompact(quote?.volume ?? null)],
          ['Average price', positive(known?.averagePrice)],
          ['Circuit limits', rangeInWords(known?.lowerCircuit ?? null, known?.upperCircuit ?? null)],
        ] as const)
      : []),
    ...(instrument.expiry === null
      ? []
      : ([['Open interest', formatCompact(quote?.openInterest ?? null)]] as const)),
  ]
  return <Facts label="Day" facts={facts} />
}

function Facts({ label, facts }: { readonly label: string; readonly facts: readonly Fact[] }) {
  return (
    <section aria-label={label}>
      <h4 className={styles.label}>{label}</h4>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const rangeInWords = (low: number | null, high: number | null): string =>
  low === null || high === null ? NO_FIGURE : `${formatNumber(low)} – ${formatNumber(high)}`

const nameOf = ({ name, tradingSymbol, segment }: Instrument): string =>
  name === tradingSymbol || name === '' ? segment : `${name} · ${segment}`

const typeNames = { EQ: 'Share', FUT: 'Future', CE: 'Call option', PE: 'Put option' } as const

const termsOf = (instrument: Instrument, index: InstrumentIndex | null, today: IstDate): readonly Fact[] => {
  const { exchange, expiry, instrumentType, lotSize, segment, strike, tickSize, tradingSymbol } = instrument
  const isIndex = segment === 'INDICES'
  const expiries = index?.expiriesOf(instrument.id) ?? []
  const members = universes.filter((_, index) => instrument.universe[index] === '1')
  return [
    ['Trading symbol', <bdi key="symbol">{tradingSymbol}</bdi>],
    ['Exchange', exchange],
    ['Type', isIndex ? 'Index' : typeNames[instrumentType]],
    ...(expiry === null
      ? []
      : ([['Expiry', `${expiryNameOf(instrument, expiry, index)} ${expiry.slice(0, 4)}`]] as const)),
    ...(instrumentType === 'CE' || instrumentType === 'PE'
      ? ([['Strike', formatNumber(strike, Number.isInteger(strike) ? 0 : 2)]] as const)
      : []),
    ...(isIndex
      ? []
      : ([
          ['Lot', countOf(lotSize, 'unit')],
          ['Tick', formatNumber(tickSize)],
          ['Freeze quantity', `${countOf(freezeOf(instrument, today), 'unit')} per order`],
        ] as const)),
    ...(expiry === null
      ? ([
          [
            'Options',
            expiries[0] === undefined
              ? 'none'
              : `${countOf(expiries.length, 'expiry', 'expiries')}, next ${dateInWords(expiries[0])}`,
          ],
        ] as const)
      : []),
    ...(members.length === 0 ? [] : ([['Member of', members.join(', ')]] as const)),
  ]
}

const expiryNameOf = (instrument: Instrument, expiry: IstDate, index: InstrumentIndex | null): string => {
  const underlying = index?.findSymbol(
    instrument.exchange === 'BFO' ? `BSE:${instrument.name}` : instrument.name,
  )
  const expiries =
    underlying === undefined || underlying === null
      ? []
      : instrument.instrumentType === 'FUT'
        ? (index?.futuresOf(underlying.id).flatMap(({ expiry: one }) => one ?? []) ?? [])
        : (index?.expiriesOf(underlying.id) ?? [])
  return expiryParts(expiry, expiries).expiryName
}

const freezeOf = ({ exchange, lotSize, name }: Instrument, today: IstDate): number =>
  freezeQuantityOf({ exchange, root: derivativeRoot(name), lotSize }, today)
