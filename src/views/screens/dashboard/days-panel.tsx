import { useMemo } from 'react'
import type { Performance } from '../../../domain/analysis/performance.ts'
import { dayInWords } from '../../../domain/dates-in-words.ts'
import { formatSignedCompact, formatSignedRupees } from '../../../domain/format.ts'
import type { IstDate } from '../../../domain/time.ts'
import { HeatMap } from '../../charts/heat-map.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { Signed } from '../../kit/price/signed.tsx'
import text from '../../theme/text.module.css'
import styles from './dashboard-screen.module.css'

/** The colour is deepest from the day that this share of all days does not exceed. */
const DEEPEST_SHARE = 0.95

interface DaysPanelProps {
  readonly performance: Performance
  readonly onDay: (day: IstDate) => void
}

export function DaysPanel({ performance, onDay }: DaysPanelProps) {
  const { days, upDays, downDays } = performance
  const nets = useMemo(() => days.map(({ day, gross, charges }) => ({ day, net: gross - charges })), [days])
  const deepest = useMemo(() => {
    const sizes = nets.map(({ net }) => Math.abs(net)).sort((one, other) => one - other)
    return sizes[Math.min(sizes.length - 1, Math.floor(sizes.length * DEEPEST_SHARE))] || 1
  }, [nets])
  const byDay = useMemo(() => new Map(nets.map(({ day, net }) => [day, net])), [nets])
  const [best, worst] = [...nets]
    .sort((one, other) => other.net - one.net)
    .filter((_, at, all) => at === 0 || at === all.length - 1)
  return (
    <Panel
      title="Days"
      note={
        <>
          {`${days.length}: `}
          <span className={text.up}>{`${upDays} up`}</span>,{' '}
          <span className={text.down}>{`${downDays} down`}</span>
        </>
      }
      className={styles.days}
    >
      <div className={styles.calendar}>
        <HeatMap
          days={nets.map(({ day, net }) => ({ day, percent: (100 * net) / deepest }))}
          summary={
            best === undefined
              ? ''
              : `Best ${inWords(best)}${worst === undefined ? '' : `, worst ${inWords(worst)}`}`
          }
          format={({ day }) => inWords({ day, net: byDay.get(day) ?? 0 })}
          onPick={onDay}
        />
      </div>
      <ul className={styles.months}>
        {monthsOf(nets).map(({ month, net }) => (
          <li key={month}>
            <span className={text.muted}>{monthInWords(month)}</span>
            <Signed value={net} format={formatSignedCompact} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

interface Net {
  readonly day: IstDate
  readonly net: number
}

const inWords = ({ day, net }: Net): string => `${dayInWords(day)} ${formatSignedRupees(net)}`

const monthInWords = (month: string): string => dayInWords(`${month}-01` as IstDate).split(' ')[2] ?? month

const monthsOf = (nets: readonly Net[]): readonly { readonly month: string; readonly net: number }[] => {
  const sums = new Map<string, number>()
  for (const { day, net } of nets) {
    const month = day.slice(0, 7)
    sums.set(month, (sums.get(month) ?? 0) + net)
  }
  return [...sums].map(([month, net]) => ({ month, net }))
}
