import { useMemo } from 'react'
import { exchangeCalendar } from '../../../domain/calendar/calendar.ts'
import { daysAhead } from '../../../domain/calendar/days-ahead.ts'
import { dayOf, monthNames, monthOf } from '../../../domain/dates-in-words.ts'
import { toIstDate } from '../../../domain/time.ts'
import { useSnapshot } from '../../kit/console.tsx'
import { useMarketTime } from '../../kit/hooks/use-market-time.ts'
import { Badge } from '../../kit/layout/badge.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { weekdayOf } from '../../kit/price/market-state.ts'
import text from '../../theme/text.module.css'
import styles from './ahead-panel.module.css'

const MINUTE = 60_000
const SHOWN = 5
const noPositions: readonly { sym: string; quantity: number }[] = []

export function AheadPanel() {
  const at = useMarketTime(MINUTE)
  const today = toIstDate(at)
  const index = useSnapshot('instruments', ({ context }) => context.index)
  const positions = useSnapshot('positions', ({ context }) => context.output?.net) ?? noPositions
  const calendar = useSnapshot('holidays', ({ context }) => context.output?.version)
  // biome-ignore lint/correctness/useExhaustiveDependencies: an imported calendar changes the days
  const days = useMemo(() => {
    const held = positions.filter(({ quantity }) => quantity !== 0).map(({ sym }) => sym)
    return index === null ? [] : daysAhead({ today, index, held, calendar: exchangeCalendar }, SHOWN)
  }, [today, index, positions, calendar])
  return (
    <Panel title="Ahead" className={styles.panel}>
      <ul className={styles.rows}>
        {days.map(({ date, words, held, why }) => (
          <li key={`${date} ${words}`} className={styles.row}>
            <span className={`${text.muted} ${styles.date}`}>
              {`${weekdayOf(date).slice(0, 3)} ${dayOf(date)} ${(monthNames[monthOf(date) - 1] ?? '').slice(0, 3)}`}
            </span>
            <span className={text.cut} title={why ?? undefined}>
              {words}
            </span>
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
