import { scaleLinear } from '@visx/scale'
import { sessionOn } from '../../../domain/calendar/calendar.ts'
import { countOf } from '../../../domain/format.ts'
import { MINUTE_MS, startOfIstDate, toIstClock, toIstDate } from '../../../domain/time.ts'
import type { Alert } from '../../../machines/scanners/scanner-lists.ts'
import { useMarketTime } from '../../kit/hooks/use-market-time.ts'
import { Panel } from '../../kit/layout/panel.tsx'
import text from '../../theme/text.module.css'
import styles from './raised-today.module.css'

const HALF_HOUR_MS = 30 * MINUTE_MS
const DAY_MINUTES = 1_440
const WIDTH = 1_000
const HEIGHT = 24
const BAR = 5
/** One symbol beside five hundred is still seen. */
const LEAST = 4

interface RaisedTodayProps {
  readonly alerts: readonly Alert[]
  readonly shown: Alert | null
}

/** Hits of one candle are a bar, as high as there are many; all lanes have one scale. */
export function RaisedToday({ alerts, shown }: RaisedTodayProps) {
  const now = useMarketTime(MINUTE_MS)
  const date = toIstDate(now)
  // A market that is always open has no session on a weekend.
  const { openMinute, closeMinute } = sessionOn(date) ?? { openMinute: 0, closeMinute: DAY_MINUTES }
  const opens = startOfIstDate(date) + openMinute * MINUTE_MS
  const closes = startOfIstDate(date) + closeMinute * MINUTE_MS
  const most = Math.max(1, ...alerts.flatMap(({ timesToday }) => timesToday.map(({ count }) => count)))
  // Hits of the close arrive some moments later.
  const x = scaleLinear({ domain: [opens, closes], range: [0, WIDTH - BAR], clamp: true })
  const y = scaleLinear({ domain: [0, most], range: [LEAST, HEIGHT] })
  const first = Math.ceil(opens / HALF_HOUR_MS) * HALF_HOUR_MS
  const marks = Array.from(
    { length: Math.max(0, Math.ceil((closes - first) / HALF_HOUR_MS)) },
    (_, index) => first + index * HALF_HOUR_MS,
  )
  const step = Math.ceil(marks.length / 12)
  return (
    <Panel title="Raised today" note="height is the number on one candle" className={styles.panel}>
      <div className={styles.lane} aria-hidden="true">
        <span />
        <span className={styles.track}>
          {marks
            .filter((_, index) => index % step === 0)
            .map((at) => (
              <span key={at} className={styles.mark} style={{ left: `${(100 * x(at)) / WIDTH}%` }}>
                {toIstClock(at)}
              </span>
            ))}
        </span>
      </div>
      <ul className={styles.lanes} aria-label="Raised today, by alert">
        {alerts.map(({ alertUuid, scannerName, timesToday, raisedToday }) => (
          <li
            key={alertUuid}
            className={styles.lane}
            data-current={alertUuid === shown?.alertUuid ? '' : undefined}
          >
            <bdi className={text.cut} title={scannerName}>
              {scannerName}
            </bdi>
            <span className={styles.track}>
              {timesToday.length === 0 ? (
                <span className={styles.none}>none yet</span>
              ) : (
                <svg
                  viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
                  preserveAspectRatio="none"
                  role="img"
                  aria-label={`${raisedToday} raised on ${countOf(timesToday.length, 'candle')}`}
                >
                  {timesToday.map(({ at, count }) => (
                    <rect key={at} x={x(at)} width={BAR} y={HEIGHT - y(count)} height={y(count)}>
                      <title>{`${toIstClock(at)}: ${count}`}</title>
                    </rect>
                  ))}
                </svg>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
