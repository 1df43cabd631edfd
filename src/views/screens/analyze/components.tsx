import type { IntervalSummary } from '../../../domain/analysis/interval-summary.ts'
import { reasonOf, ruleOfComponent } from '../../../domain/analysis/rating-reason.ts'
import { type Interval, intervalAdjective } from '../../../domain/charts/interval.ts'
import {
  averagePeriods,
  type TechnicalKey,
  type TechnicalRating,
  technicalComponents,
} from '../../../domain/charts/technical-summary.ts'
import { formatNumber } from '../../../domain/format.ts'
import { scanIntervals } from '../../../domain/scanners/scan.ts'
import { useCommand } from '../../kit/console.tsx'
import { openLine } from '../../kit/open-path.ts'
import styles from './components.module.css'
import { ratingsOf } from './interval-columns.tsx'

const labels: ReadonlyMap<string, string> = new Map(technicalComponents.map(({ key, label }) => [key, label]))

interface ComponentsProps {
  readonly interval: Interval
  readonly summary: IntervalSummary | null
}

/** Figures behind the rating of one interval; a press scans the market by the rule of a figure. */
export function Components({ interval, summary }: ComponentsProps) {
  if (summary?.kind !== 'summary') return null
  const { ratings } = summary.summary
  const byKey = new Map(ratings.map((rating) => [rating.key, rating]))
  const line = (key: TechnicalKey) => {
    const rating = byKey.get(key)
    return rating && <Line key={key} rating={rating} {...of} />
  }
  const of = { interval, hasVolume: summary.hasVolume }
  return (
    <div className={styles.lists}>
      <section className={styles.list} aria-label="Averages">
        <h3 className={styles.title}>{`Averages, ${intervalAdjective(interval)}: EMA and SMA`}</h3>
        {averagePeriods.map((period) => (
          <div key={period} className={styles.pair}>
            <span className={styles.period}>{period}</span>
            {([`ema${period}`, `sma${period}`] as const).map((key) => {
              const rating = byKey.get(key)
              return rating && <Figure key={key} rating={rating} {...of} />
            })}
          </div>
        ))}
        {(['hma', 'vwma', 'ichimoku'] as const).map(line)}
      </section>
      <section className={styles.list} aria-label="Oscillators">
        <h3 className={styles.title}>Oscillators</h3>
        {ratingsOf(ratings, 'oscillators').map(({ key }) => line(key))}
      </section>
    </div>
  )
}

interface OfRating {
  readonly rating: TechnicalRating
  readonly interval: Interval
  readonly hasVolume: boolean
}

const signs = { [-1]: '▼', 0: '–', 1: '▲' } as const
const sides = { [-1]: 'sell', 0: 'neutral', 1: 'buy' } as const

function Sign({ rating }: Pick<TechnicalRating, 'rating'>) {
  return (
    <span className={styles.sign} data-tone={sides[rating]}>
      <span aria-hidden="true">{signs[rating]}</span>
      <span className="visually-hidden">{sides[rating]}</span>
    </span>
  )
}

function Line(props: OfRating) {
  const { rating, hasVolume } = props
  return (
    <Scanned {...props} className={styles.line}>
      <span className={styles.label}>{labels.get(rating.key) ?? rating.key}</span>
      <span className={styles.reason}>{reasonOf(rating, { hasVolume })}</span>
      <span className={styles.value}>{rating.value === null ? '' : formatNumber(rating.value)}</span>
      <Sign rating={rating.rating} />
    </Scanned>
  )
}

function Figure(props: OfRating) {
  const { rating } = props
  return (
    <Scanned {...props} className={styles.figure}>
      <span className="visually-hidden">{labels.get(rating.key)}</span>
      <span className={rating.value === null ? styles.reason : styles.value}>
        {rating.value === null ? reasonOf(rating, props) : formatNumber(rating.value)}
      </span>
      <Sign rating={rating.rating} />
    </Scanned>
  )
}

interface ScannedProps extends OfRating {
  readonly className: string | undefined
  readonly children: React.ReactNode
}

function Scanned({ rating, interval, className, children }: ScannedProps) {
  const run = useCommand()
  const rule = ruleOfComponent(rating.key)
  if (rule === null || !scanIntervals.some((one) => one === interval))
    return <span className={className}>{children}</span>
  return (
    <button
      type="button"
      className={className}
      title={`Scan for ${rule}`}
      onClick={() => run(openLine(`scan ${rule} on nifty500 ${interval}`))}
    >
      {children}
    </button>
  )
}
