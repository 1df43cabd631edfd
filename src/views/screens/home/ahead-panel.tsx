import { useMemo } from 'react'
import { exchangeCalendar } from '../../../domain/calendar.ts'
import { dayOf, monthNames, monthOf } from '../../../domain/dates-in-words.ts'
import { daysAhead } from '../../../domain/days-ahead.ts'
import { toIstDate } from '../../../domain/time.ts'
import { Badge } from '../../kit/badge.tsx'
import { useSnapshot } from '../../kit/console.tsx'
import { weekdayOf } from '../../kit/market-state.ts'
import { Panel } from '../../kit/panel.tsx'
import { useMarketTime } from '../../kit/use-market-time.ts'
import text from '../../theme/text.module.css'
import styles from './ahead-panel.module.css'

const MINUTE = 60_000
const SHOWN = 5
const noPositions: readonly { sym: string; quantity: number }[] = []

/** The next expiries and holidays. */
export function AheadPanel() {
  const at = useMarketTime(MINUTE)
  const today = toIstDate(at)
  const index = useSnapshot('instruments', ({ context }) => context.index)
  const positions = useSnapshot('positions', ({ context }) => context.output?.net) ?? noPositions
  const calendar = useSnapshot('holidays', ({ context }) => context.output?.version)
  // biome-ignore lint/correctness/useExhaustiveDependencies: an imported calendar makes other days
  const days = useMemo(() => {
    const held = positions.filter(({ quantity }) => quantity !== 0).map(({ sym }) => sym)
    return index === null ? [] : daysAhead({ today, index, held, calendar: exchangeCalendar }, SHOWN)
  }, [today, index, positions, calendar])
  return (
    <Panel title="Ahead" className={styles.panel}>
      <ul className={styles.rows}>
        {days.map(({ date, words, held }) => (
          <li key={`${date} ${words}`} className={styles.row}>
            <span className={`${text.muted} ${styles.date}`}>
              {`${weekdayOf(date).slice(0, 3)} ${dayOf(date)} ${(monthNames[monthOf(date) - 1] ?? '').slice(0, 3)}`}
            </span>
            <span className={text.cut}>{words}</span>
            {held > 0 && (
              <span className={styles.held}>
                <Badge tone="amber">{`you hold ${held}`}</Badge>
              </span>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
