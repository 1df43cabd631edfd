import { lazy, Suspense, useState } from 'react'
import { dayInWords } from '../../../domain/dates-in-words.ts'
import type { ParityReport } from '../../../domain/deployments/parity/report.ts'
import { formatCompact, formatNumber, formatSigned } from '../../../domain/format.ts'
import { Panel } from '../../kit/layout/panel.tsx'
import { Signed } from '../../kit/price/signed.tsx'
import { TableSwitch } from '../../kit/table/table-switch.tsx'
import text from '../../theme/text.module.css'
import styles from './parity.module.css'
import { clockOf, inRupees } from './parity-words.ts'
import { ReasonChip } from './reason-chip.tsx'

const TwoCurves = lazy(() =>
  import('../../charts/two-curves.tsx').then((module) => ({ default: module.TwoCurves })),
)

interface PanelProps {
  readonly report: ParityReport
}

export function CurvePanel({ report: { curve } }: PanelProps) {
  const [isTable, setIsTable] = useState(false)
  return (
    <Panel
      title="P&L through the day"
      aside={curve.length > 1 && <TableSwitch isTable={isTable} onChange={setIsTable} />}
      className={styles.curvePanel}
    >
      {curve.length > 1 && isTable ? (
        <CurveTable curve={curve} />
      ) : curve.length > 1 ? (
        <div className={styles.curve}>
          <Suspense fallback={null}>
            <TwoCurves
              points={curve.map(({ at, expected, done }) => ({ at, one: done, other: expected }))}
              names={['actual', 'expected']}
              format={formatCompact}
            />
          </Suspense>
        </div>
      ) : (
        <p className={styles.quiet}>There are no candles of this day yet.</p>
      )}
    </Panel>
  )
}

const QUARTER_MS = 900_000

/** The P&L of both at each quarter of an hour, and at the last candle. */
function CurveTable({ curve }: Pick<ParityReport, 'curve'>) {
  const rows = curve.filter(({ at }, index) => at % QUARTER_MS === 0 || index === curve.length - 1)
  return (
    <div className={styles.curveTable}>
      <table className={styles.reasons}>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Expected</th>
            <th scope="col">Actual</th>
            <th scope="col">Difference</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ at, expected, done }) => (
            <tr key={at}>
              <th scope="row">{clockOf(at)}</th>
              <td>{formatSigned(expected)}</td>
              <td>{formatSigned(done)}</td>
              <td>
                <Signed value={done - expected} format={formatSigned} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export function ReasonsPanel({ report: { parity } }: PanelProps) {
  return (
    <Panel title="By reason" aside="rows, money with charges">
      {parity.reasons.length === 0 ? (
        <p className={styles.quiet}>No row differs.</p>
      ) : (
        <table className={styles.reasons}>
          <thead className="visually-hidden">
            <tr>
              <th>Reason</th>
              <th>Rows</th>
              <th>Money</th>
            </tr>
          </thead>
          <tbody>
            {parity.reasons.map(({ reason, rows, paise }) => (
              <tr key={reason}>
                <th scope="row">
                  <ReasonChip reason={reason} />
                </th>
                <td>{formatNumber(rows, 0)}</td>
                <td>
                  <Signed value={inRupees(paise)} format={formatSigned} />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              <td />
              <td>
                <Signed
                  value={inRupees(parity.reasons.reduce((sum, { paise }) => sum + paise, 0))}
                  format={formatSigned}
                  className={text.strong ?? ''}
                />
              </td>
            </tr>
          </tfoot>
        </table>
      )}
    </Panel>
  )
}

const PERCENT = 100
const HALF = 50

export function DaysPanel({ report: { days, day } }: PanelProps) {
  const most = Math.max(1, ...days.map(({ expected, done }) => Math.abs(done - expected)))
  const expected = days.reduce((sum, one) => sum + one.expected, 0)
  const done = days.reduce((sum, one) => sum + one.done, 0)
  const share = expected > 0 ? `${formatNumber((done / expected) * PERCENT, 0)}%` : undefined
  const first = days[0]
  return (
    <Panel
      title={days.length === 1 ? 'Its first day' : `Last ${days.length} days`}
      note="actual against expected"
      {...(share === undefined ? {} : { aside: <b className={text.strong}>{share}</b> })}
    >
      <ol className={styles.days}>
        {days.map((one) => {
          const difference = one.done - one.expected
          const height = (Math.abs(difference) / most) * HALF
          const words = `${dayInWords(one.day)}: ${formatSigned(inRupees(difference))}`
          return (
            <li
              key={one.day}
              className={styles.day}
              title={words}
              data-current={one.day === day ? '' : undefined}
            >
              <span className="visually-hidden">{words}</span>
              <span
                aria-hidden="true"
                className={styles.dayBar}
                data-sign={difference < 0 ? 'down' : 'up'}
                style={
                  difference < 0
                    ? { top: '50%', height: `${height}%` }
                    : { bottom: '50%', height: `${height}%` }
                }
              />
            </li>
          )
        })}
      </ol>
      {first !== undefined && (
        <p className={styles.daysSpan}>
          <span>{dayInWords(first.day)}</span>
          {days.length > 1 && <span>{dayInWords(day)}</span>}
        </p>
      )}
    </Panel>
  )
}
