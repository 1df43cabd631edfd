import { type ReactNode, useMemo } from 'react'
import { formatRupees, formatSigned, formatSignedRupees } from '../../../domain/format.ts'
import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import { asItIs, changeWithIndex, gammaOfPercent, groupGreeksIf } from '../../../domain/positions/risk.ts'
import { toIstClock } from '../../../domain/time.ts'
import type { PositionRisk, UnderlyingRisk } from '../../../machines/positions/risk.ts'
import text from '../../theme/text.module.css'
import { useSnapshot } from '../console.tsx'
import { nameOfInstrument } from '../instrument/instrument-name.tsx'
import { Signed } from '../price/signed.tsx'
import { type ColumnOf, DataTable, type ListState, type PhoneRow } from '../table/data-table.tsx'

interface GreekRow {
  /** Null in the total. */
  readonly underlying: InstrumentId | null
  readonly name: string
  /** Units of the underlying. */
  readonly delta: number | null
  readonly gamma: number | null
  readonly worth: number | null
  readonly theta: number | null
  readonly vega: number | null
  readonly up: number | null
  readonly down: number | null
  readonly margin: number | null
}

const INDEX_MOVE = 0.01

const rupees = (value: number | null) => <Signed value={value} format={(one) => formatSignedRupees(one, 0)} />

const underlying: ColumnOf<GreekRow> = {
  id: 'underlying',
  title: 'Underlying',
  isRowHeader: true,
  minWidth: 96,
  cell: (row) => <span className={row.underlying === null ? text.strong : ''}>{row.name}</span>,
}

const delta: ColumnOf<GreekRow> = {
  id: 'delta',
  title: 'Delta',
  isNumeric: true,
  minWidth: 72,
  cell: (row) => (row.underlying === null ? '' : formatSigned(row.delta, 0)),
}

const theRest: readonly ColumnOf<GreekRow>[] = [
  {
    id: 'gamma',
    title: 'Gamma per 1%',
    isNumeric: true,
    minWidth: 100,
    showFrom: 640,
    cell: (row) => (row.underlying === null ? '' : formatSigned(row.gamma, 0)),
  },
  { id: 'theta', title: 'Theta a day', isNumeric: true, minWidth: 88, cell: ({ theta }) => rupees(theta) },
  {
    id: 'vega',
    title: 'Vega per IV point',
    isNumeric: true,
    minWidth: 116,
    showFrom: 540,
    cell: ({ vega }) => rupees(vega),
  },
  {
    id: 'margin',
    title: 'Margin',
    isNumeric: true,
    minWidth: 88,
    showFrom: 480,
    cell: ({ margin }) => formatRupees(margin, 0),
  },
]

const ofMoves: readonly ColumnOf<GreekRow>[] = [
  underlying,
  delta,
  { id: 'up', title: 'NIFTY +1%', isNumeric: true, minWidth: 88, cell: ({ up }) => rupees(up) },
  { id: 'down', title: 'NIFTY −1%', isNumeric: true, minWidth: 88, cell: ({ down }) => rupees(down) },
  ...theRest,
]

const ofWorth: readonly ColumnOf<GreekRow>[] = [
  underlying,
  delta,
  { id: 'worth', title: 'Delta in ₹', isNumeric: true, minWidth: 96, cell: ({ worth }) => rupees(worth) },
  ...theRest,
]

const deltaNote = ({ delta: units }: GreekRow, of: string): string =>
  units === null ? of : `Δ ${formatSigned(units, 0)} · ${of}`

const movesOnPhone = (row: GreekRow): PhoneRow => ({
  title: row.name,
  value: rupees(row.up),
  note: deltaNote(row, 'NIFTY +1%'),
  detail: (
    <>
      {rupees(row.down)} at −1% · Θ {formatSignedRupees(row.theta, 0)}
    </>
  ),
})

const worthOnPhone = (row: GreekRow): PhoneRow => ({
  title: row.name,
  value: rupees(row.worth),
  note: deltaNote(row, 'in ₹'),
  detail: `Θ ${formatSignedRupees(row.theta, 0)} · V ${formatSignedRupees(row.vega, 0)}`,
})

const figuresOf = {
  moves: { columns: ofMoves, phone: movesOnPhone },
  worth: { columns: ofWorth, phone: worthOnPhone },
} as const

const sumOf = (
  rows: readonly GreekRow[],
  figure: 'worth' | 'up' | 'down' | 'theta' | 'vega',
): number | null =>
  rows.reduce<number | null>((sum, row) => {
    const value = row[figure]
    return sum === null || value === null ? null : sum + value
  }, 0)

const marginOf = (rows: readonly GreekRow[]): number | null => {
  const margins = rows.flatMap(({ margin }) => (margin === null ? [] : [margin]))
  return margins.length === 0 ? null : margins.reduce((sum, margin) => sum + margin, 0)
}

const rowOf = (group: UnderlyingRisk, rate: number, name: string): GreekRow => {
  const greeks = groupGreeksIf(group, asItIs, rate)
  return {
    underlying: group.underlying,
    name,
    delta: greeks?.delta ?? null,
    gamma: greeks === null ? null : gammaOfPercent(group, greeks),
    worth: greeks === null ? null : greeks.delta * group.spot,
    theta: greeks?.theta ?? null,
    vega: greeks?.vega ?? null,
    up: changeWithIndex(group, INDEX_MOVE, rate),
    down: changeWithIndex(group, -INDEX_MOVE, rate),
    margin: group.margin,
  }
}

const withTotal = (rows: readonly GreekRow[]): readonly GreekRow[] =>
  rows.length < 2
    ? rows
    : [
        ...rows,
        {
          ...{ underlying: null, name: 'Total', delta: null, gamma: null },
          worth: sumOf(rows, 'worth'),
          theta: sumOf(rows, 'theta'),
          vega: sumOf(rows, 'vega'),
          up: sumOf(rows, 'up'),
          down: sumOf(rows, 'down'),
          margin: marginOf(rows),
        },
      ]

interface GreeksTableProps {
  readonly label: string
  readonly risk: PositionRisk | null
  readonly figures: keyof typeof figuresOf
  readonly state?: ListState
  readonly empty?: ReactNode
}

export function GreeksTable({ label, risk, figures, state = { kind: 'ready' }, empty }: GreeksTableProps) {
  const index = useSnapshot('instruments', ({ context }) => context.index)
  const rows = useMemo(
    () =>
      risk === null
        ? []
        : withTotal(
            risk.groups.map((group) =>
              rowOf(group, risk.rate, nameOfInstrument(index, group.underlying, group.underlying)),
            ),
          ),
    [risk, index],
  )
  const { columns, phone } = figuresOf[figures]
  return (
    <DataTable
      label={label}
      rows={rows}
      columns={columns}
      rowKey={(row) => row.underlying ?? 'total'}
      state={state}
      phone={phone}
      empty={empty ?? null}
    />
  )
}

/** Says that the figures are old, or which positions they leave out; null when neither is so. */
export const riskNote = (risk: PositionRisk | null, message: string | null): string | null => {
  if (risk === null) return null
  if (message !== null) return `${message}; of ${toIstClock(risk.asOf)}`
  const missing = risk.unpriced.length
  return missing === 0
    ? null
    : `without ${missing === 1 ? 'one position that has' : `${missing} positions that have`} no price`
}
