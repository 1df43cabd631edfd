import { universeWords } from '../../../domain/scanners/scanner.ts'
import { shortText } from '../../../domain/strategies/definitions/written.ts'
import type { ScannerEntry } from '../../../machines/scanners/scanner-lists.ts'
import { sinceInWords } from '../../kit/instants.ts'
import { Badge } from '../../kit/layout/badge.tsx'
import { RuleText } from '../../kit/rule-text.tsx'
import type { ColumnOf, PhoneRow } from '../../kit/table/data-table.tsx'
import text from '../../theme/text.module.css'
import styles from './scanners.module.css'

function Name({ scannerName }: Pick<ScannerEntry, 'scannerName'>) {
  return (
    <bdi className={`${text.strong} ${text.cut}`} title={scannerName}>
      {scannerName}
    </bdi>
  )
}

function Alert({ isLive }: Pick<ScannerEntry, 'isLive'>) {
  return isLive ? <Badge tone="good">on</Badge> : <span className={text.muted}>off</span>
}

const always: readonly ColumnOf<ScannerEntry>[] = [
  {
    id: 'name',
    title: 'Name',
    isRowHeader: true,
    width: '1.4fr',
    minWidth: 150,
    sortBy: ({ scannerName }) => scannerName.toLowerCase(),
    cell: (entry) => <Name {...entry} />,
  },
  {
    id: 'rule',
    showFrom: 560,
    title: 'Rule',
    width: '2fr',
    minWidth: 160,
    cell: ({ logic }) => (
      <span className={`${styles.rule} ${text.cut}`} title={shortText(logic)}>
        <RuleText rule={logic} />
      </span>
    ),
  },
  {
    id: 'universe',
    showFrom: 440,
    title: 'On',
    width: '0.8fr',
    minWidth: 110,
    sortBy: ({ universe }) => universeWords(universe),
    cell: ({ universe }) => <span className={`${text.second} ${text.cut}`}>{universeWords(universe)}</span>,
  },
  {
    id: 'candles',
    showFrom: 640,
    title: 'Candles',
    width: 72,
    cell: ({ interval }) => <span className={text.muted}>{interval}</span>,
  },
  {
    id: 'sub',
    showFrom: 820,
    title: 'Kind',
    width: 96,
    sortBy: ({ subCategory }) => subCategory,
    cell: ({ subCategory }) => <span className={text.second}>{subCategory}</span>,
  },
]

export const sampleColumns = always

export const myColumns: readonly ColumnOf<ScannerEntry>[] = [
  ...always,
  { id: 'alert', title: 'Alert', width: 64, cell: (entry) => <Alert {...entry} /> },
  {
    id: 'updated',
    showFrom: 700,
    title: 'Updated',
    isNumeric: true,
    width: 96,
    sortBy: ({ updatedAt }) => updatedAt,
    cell: ({ updatedAt }) => <span className={text.muted}>{sinceInWords(updatedAt, Date.now())}</span>,
  },
]

export const scannerOnPhone = (entry: ScannerEntry): PhoneRow => ({
  title: <Name {...entry} />,
  value: entry.isSample ? <span className={text.muted}>{entry.interval}</span> : <Alert {...entry} />,
  note: <span className={text.cut}>{shortText(entry.logic)}</span>,
  detail: universeWords(entry.universe),
})
