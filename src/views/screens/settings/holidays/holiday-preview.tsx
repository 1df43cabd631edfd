import { useEffect, useRef } from 'react'
import { describeHours, underlyingInWords } from '../../../../domain/calendar/holidays/holidays-in-words.ts'
import { dateInWords, weekdayShort } from '../../../../domain/dates-in-words.ts'
import { type IstDate, parseIstDate } from '../../../../domain/time.ts'
import type { HolidayPreview as Preview } from '../../../../machines/calendar/holidays.ts'
import { useConsole, useSnapshot } from '../../../kit/console.tsx'
import { Button } from '../../../kit/control/button.tsx'
import text from '../../../theme/text.module.css'
import { BadRows } from '../import/bad-rows.tsx'
import panel from '../import/import-panel.module.css'
import styles from './holidays.module.css'

export function HolidayPreview() {
  const preview = useSnapshot('holidayImport', ({ context }) => context.preview)
  const message = useSnapshot('holidayImport', ({ context }) => context.message)
  const headline = useRef<HTMLHeadingElement>(null)
  useEffect(() => headline.current?.focus(), [])
  if (preview === null) return null
  const { changes, expiries, badRows, remarks, refusal } = preview
  return (
    <div className={`${panel.stage} ${styles.stage}`}>
      <h3 ref={headline} tabIndex={-1} className={`${panel.headline} ${styles.headline}`}>
        {summaryOf(preview)}
      </h3>
      {preview.years.length > 0 && (
        <p className={text.muted}>
          Replaces all holidays of {preview.years.join(' and ')} after today. Days up to today do not change.
        </p>
      )}
      {message !== null && (
        <p className={text.down} role="alert">
          <bdi>{message}</bdi>
        </p>
      )}
      {refusal !== null && (
        <p className={text.down} role="alert">
          <bdi>{refusal}</bdi>
        </p>
      )}
      {badRows.length > 0 && (
        <BadRows rows={badRows} count={badRows.length} words="that cannot be used and will be skipped" />
      )}
      {changes.length > 0 && <Days changes={changes} />}
      {expiries.length > 0 && <Expiries expiries={expiries} />}
      {remarks.length > 0 && (
        <ul className={panel.remarks}>
          {remarks.map((remark) => (
            <li key={remark}>{remark}</li>
          ))}
        </ul>
      )}
      <Acts badRows={badRows.length} isPossible={refusal === null} />
    </div>
  )
}

function Acts({ badRows, isPossible }: { readonly badRows: number; readonly isPossible: boolean }) {
  const { run, dispatch } = useConsole()
  const isChanging = useSnapshot('holidayImport', (state) => state.matches('changing'))
  return (
    <div className={panel.acts}>
      {isPossible && (
        <Button
          kind="primary"
          isDisabled={isChanging}
          onPress={() => run({ command: 'holidays.apply', args: {} })}
        >
          {badRows === 0 ? 'Apply' : `Apply without ${badRows === 1 ? 'that row' : 'those rows'}`}
        </Button>
      )}
      <Button
        isDisabled={isChanging}
        onPress={() => dispatch({ to: 'holidayImport', event: { type: 'holidays.cancel' } })}
      >
        Cancel
      </Button>
    </div>
  )
}

function Days({ changes }: Pick<Preview, 'changes'>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className={panel.sample} aria-label="Days that change" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Holiday</th>
            <th scope="col">Becomes</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => (
            <tr key={change.date}>
              <td>{dayOfWeekAndDate(change.date)}</td>
              <td>
                <bdi>{change.name || '–'}</bdi>
              </td>
              <td>{describeHours(change)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Expiries({ expiries }: Pick<Preview, 'expiries'>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className={panel.sample} aria-label="Expiries that move" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Expiry moves</th>
            <th scope="col">From</th>
            <th scope="col">To</th>
          </tr>
        </thead>
        <tbody>
          {expiries.map((move) => (
            <tr key={`${move.exchange} ${move.underlying} ${move.from}`}>
              <td>{`${underlyingInWords(move)} ${move.kind}`}</td>
              <td>{dayOfWeekAndDate(move.from)}</td>
              <td>{dayOfWeekAndDate(move.to)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** `Tue 26 Jan 2027` */
export const dayOfWeekAndDate = (date: string): string => {
  const known: IstDate | null = parseIstDate(date)
  return known === null ? date : `${weekdayShort(known)} ${dateInWords(known)}`
}

const counted = (count: number, one: string, many: string): readonly string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]

/** `3 days close, 1 day opens, 4 expiries move` */
const summaryOf = ({ changes, expiries, refusal }: Preview): string => {
  const of = (kind: Preview['changes'][number]['kind']) =>
    changes.filter((change) => change.kind === kind).length
  const parts = [
    ...counted(of('closes'), 'day closes', 'days close'),
    ...counted(of('opens'), 'day opens', 'days open'),
    ...counted(of('hours'), 'day has other hours', 'days have other hours'),
    ...counted(expiries.length, 'expiry moves', 'expiries move'),
  ]
  return parts.length > 0 ? parts.join(', ') : refusal === null ? 'No session changes' : 'Nothing can change'
}
