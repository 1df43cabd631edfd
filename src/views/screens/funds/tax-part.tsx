import { useMemo, useState } from 'react'
import type { FundsShown } from '../../../domain/analysis/funds-address.ts'
import type { TaxClass } from '../../../domain/analysis/tax/tax-lots.ts'
import {
  AUDIT_TURNOVER,
  classInWords,
  classNames,
  lawInWords,
} from '../../../domain/analysis/tax/tax-rules.ts'
import {
  advanceTaxDue,
  taxYearInWords,
  taxYearOf,
  taxYearSpan,
} from '../../../domain/analysis/tax/tax-year.ts'
import { dayInWords } from '../../../domain/dates-in-words.ts'
import {
  countOf,
  formatCompactRupees,
  formatNumber,
  formatRupees,
  formatSignedRupees,
  NO_FIGURE,
} from '../../../domain/format.ts'
import { tradingSymbolOf } from '../../../domain/instruments/instrument.ts'
import { type IstDate, toIstDate } from '../../../domain/time.ts'
import type { TaxReport } from '../../../machines/analysis/tax-report.ts'
import { useSnapshot } from '../../kit/console.tsx'
import { useKeptCurrent } from '../../kit/hooks/use-kept-current.ts'
import { ErrorNotice } from '../../kit/layout/notice.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { Skeleton } from '../../kit/layout/skeleton.tsx'
import { Signed } from '../../kit/price/signed.tsx'
import { type ColumnOf, DataTable } from '../../kit/table/data-table.tsx'
import text from '../../theme/text.module.css'
import styles from './tax-part.module.css'
import { TaxTrades } from './tax-trades.tsx'

interface TaxPartProps {
  readonly shown: FundsShown
  readonly today: IstDate
}

export function TaxPart({ shown, today }: TaxPartProps) {
  const year = taxYearOf(shown.at ?? today)
  const key = `${shown.book} ${year}`
  const askAgain = useKeptCurrent('taxReport', key)
  const report = useSnapshot('taxReport', ({ context }) => (context.key === key ? context.output : null))
  const message = useSnapshot('taxReport', ({ context }) => (context.key === key ? context.message : null))
  if (report !== null) return <Body report={report} year={year} today={today} book={shown.book} />
  if (message !== null) return <ErrorNotice message={message} onRetry={askAgain} />
  return (
    <div role="status" aria-label="Tax report: loading">
      <Skeleton rows={8} />
    </div>
  )
}

interface BodyProps {
  readonly report: TaxReport
  readonly year: number
  readonly today: IstDate
  readonly book: string
}

type ClassRow = TaxReport['classes'][number]

function Body({ report, year, today, book }: BodyProps) {
  const { to } = taxYearSpan(year)
  const on = to < today ? to : today
  const [chosen, setChosen] = useState<TaxClass>('nonSpeculative')
  const columns = useMemo(() => columnsOf(on), [on])
  const total = report.classes.reduce((sum, { net }) => sum + net, 0)
  return (
    <>
      <div className={styles.columns}>
        <Panel
          title={`Realised, ${taxYearInWords(year)}`}
          note="net of the charges that the class allows"
          aside={
            <b>
              <Signed value={total} format={formatSignedRupees} />
            </b>
          }
          className={styles.classes}
        >
          <DataTable
            label="Classes"
            rows={report.classes}
            columns={columns}
            rowKey={({ of }) => of}
            nameOf={({ of }) => classNames[of]}
            isMain
            currentKey={chosen}
            onRowFocus={(row) => {
              if (row !== null) setChosen(row.of)
            }}
            phone={(row) => ({
              title: classNames[row.of],
              value: <Signed value={row.net} format={formatSignedRupees} />,
              note: countOf(row.trades, 'trade'),
            })}
            empty={null}
          />
        </Panel>
        <div className={styles.side}>
          <Periods report={report} today={today} />
          <ToCheck report={report} on={on} />
        </div>
      </div>
      <TaxTrades report={report} of={chosen} name={`tax-${book}-${year}`} />
    </>
  )
}

const columnsOf = (on: IstDate): readonly ColumnOf<ClassRow>[] => [
  {
    id: 'class',
    title: 'Class',
    isRowHeader: true,
    width: '3fr',
    minWidth: 190,
    cell: ({ of }) => (
      <span title={classInWords(of, on)} className={text.cut}>
        <b>{classNames[of]}</b> <span className={text.muted}>{classInWords(of, on)}</span>
      </span>
    ),
  },
  {
    id: 'trades',
    title: 'Trades',
    isNumeric: true,
    width: 64,
    cell: ({ trades }) => formatNumber(trades, 0),
  },
  {
    id: 'turnover',
    title: 'Turnover',
    isNumeric: true,
    minWidth: 100,
    showFrom: 480,
    cell: ({ turnover }) => (turnover === null ? NO_FIGURE : formatNumber(turnover)),
  },
  {
    id: 'charges',
    title: 'Charges',
    isNumeric: true,
    minWidth: 90,
    showFrom: 700,
    cell: ({ charges }) => formatNumber(charges),
  },
  {
    id: 'net',
    title: 'Net',
    isNumeric: true,
    minWidth: 108,
    cell: ({ net }) => <Signed value={net} format={formatSignedRupees} />,
  },
]

function Periods({ report, today }: { readonly report: TaxReport; readonly today: IstDate }) {
  const largest = Math.max(1, ...report.periods.map(({ net }) => Math.abs(net)))
  return (
    <Panel title="By advance tax date" note="realised, net">
      <ul className={styles.periods}>
        {report.periods.map(({ from, to, net }, at) => {
          const isAhead = from > today
          return (
            <li key={to}>
              <span>{dayInWords(to as IstDate).slice(4)}</span>
              <span className={text.muted}>{`${advanceTaxDue[at] ?? 100}% due`}</span>
              <span className={styles.bar} aria-hidden="true">
                <span
                  data-tone={net < 0 ? 'down' : 'up'}
                  style={{ width: `${(100 * Math.abs(net)) / largest}%` }}
                />
              </span>
              <span className={styles.figure}>{isAhead ? NO_FIGURE : formatSignedRupees(net)}</span>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}

function ToCheck({ report, on }: { readonly report: TaxReport; readonly on: IstDate }) {
  const turnover = report.classes.reduce((sum, one) => sum + (one.turnover ?? 0), 0)
  const notAllowed = report.classes.reduce((sum, one) => sum + one.notAllowed, 0)
  return (
    <Panel title="To check">
      <ul className={styles.checks}>
        {report.unmatched.map(({ sym, at, quantity }) => (
          <li key={`${sym} ${at}`} data-tone="amber">
            {`${quantity} ${tradingSymbolOf(sym)} sold on ${dayInWords(toIstDate(at))} were never bought: their cost is unknown, and they are left out.`}
          </li>
        ))}
        <li>
          {`Turnover ${formatCompactRupees(turnover)} of the ${formatCompactRupees(AUDIT_TURNOVER)} audit limit.`}
        </li>
        {notAllowed > 0 && (
          <li>{`STT of ${formatRupees(notAllowed)} is not deductible from capital gains, and left out.`}</li>
        )}
        {report.strayFees > 0 && (
          <li>{`Fees of ${formatRupees(report.strayFees)} for orders that never filled are not assigned to a class.`}</li>
        )}
        <li>{`${lawInWords(on)}. No tax is computed.`}</li>
        <li>For practice: virtual trades are not taxed. Ask an accountant before filing real ones.</li>
      </ul>
    </Panel>
  )
}
