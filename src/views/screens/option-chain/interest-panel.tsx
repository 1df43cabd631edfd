import { useMemo, useState } from 'react'
import { formatCompact, formatNumber, formatSignedCompact } from '../../../domain/format.ts'
import type { OptionChain } from '../../../machines/options/option-chain.ts'
import headline from '../../charts/options/headline.module.css'
import { StrikeBars, type StrikeInterest } from '../../charts/options/strike-bars.tsx'
import { Segmented } from '../../kit/control/segmented.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { strikeInWords } from '../../kit/option-chain/columns.tsx'
import { Signed } from '../../kit/price/signed.tsx'
import { type ColumnOf, DataTable } from '../../kit/table/data-table.tsx'
import { TableSwitch } from '../../kit/table/table-switch.tsx'
import styles from './side-charts.module.css'

const shown = [
  { value: 'oi', label: 'OI' },
  { value: 'change', label: 'Change' },
] as const

interface InterestPanelProps {
  readonly chain: OptionChain
  readonly strike: number | null
  readonly isTable: boolean
  readonly onTable: (isTable: boolean) => void
  readonly onPick: (strike: number) => void
}

export function InterestPanel({ chain, strike, isTable, onTable, onPick }: InterestPanelProps) {
  const [shows, setShows] = useState<(typeof shown)[number]['value']>('oi')
  const strikes = useMemo(() => interestOf(chain), [chain])
  return (
    <Panel
      title="Open interest"
      className={styles.panel}
      aside={
        <>
          <Segmented label="Open interest shown" value={shows} choices={shown} onChange={setShows} />
          <TableSwitch isTable={isTable} onChange={onTable} />
        </>
      }
    >
      <p className={headline.headline}>
        <span className={styles.calls}>calls</span> <span className={styles.puts}>puts</span>
        <span>dark: added today, dashed: closed</span>
      </p>
      {isTable ? (
        <InterestTable strikes={strikes} strike={strike} onPick={onPick} />
      ) : (
        <StrikeBars
          strikes={strikes}
          shows={shows}
          spot={chain.spot}
          maxPain={chain.maxPain}
          chosen={strike}
          summary={summaryOf(strikes, chain)}
          onPick={onPick}
        />
      )}
    </Panel>
  )
}

const interestOf = ({ strikes }: OptionChain): readonly StrikeInterest[] =>
  strikes.map(({ strike, ce, pe }) => ({
    strike,
    calls: ce?.oi ?? 0,
    puts: pe?.oi ?? 0,
    callChange: ce?.oiChange ?? 0,
    putChange: pe?.oiChange ?? 0,
  }))

const mostOf = (strikes: readonly StrikeInterest[], side: 'calls' | 'puts') =>
  strikes.reduce<StrikeInterest | null>(
    (most, one) => (most === null || one[side] > most[side] ? one : most),
    null,
  )

/** `Most calls at 26,000, 1.48 Cr; most puts at 25,500, 1.78 Cr; max pain 25,900` */
const summaryOf = (strikes: readonly StrikeInterest[], { maxPain }: OptionChain): string => {
  const [calls, puts] = [mostOf(strikes, 'calls'), mostOf(strikes, 'puts')]
  if (calls === null || puts === null) return 'No strikes'
  return [
    `Most calls at ${strikeInWords(calls.strike)}, ${formatCompact(calls.calls)}`,
    `most puts at ${strikeInWords(puts.strike)}, ${formatCompact(puts.puts)}`,
    `max pain ${formatNumber(maxPain, 0)}`,
  ].join('; ')
}

const columns: readonly ColumnOf<StrikeInterest>[] = [
  {
    id: 'strike',
    title: 'Strike',
    isRowHeader: true,
    isNumeric: true,
    cell: ({ strike }) => strikeInWords(strike),
    sortBy: ({ strike }) => strike,
  },
  {
    id: 'calls',
    title: 'Call OI',
    isNumeric: true,
    cell: ({ calls }) => formatCompact(calls),
    sortBy: ({ calls }) => calls,
  },
  {
    id: 'callChange',
    title: 'Chg',
    isNumeric: true,
    cell: ({ callChange }) => <Signed value={callChange} format={formatSignedCompact} />,
    sortBy: ({ callChange }) => callChange,
  },
  {
    id: 'puts',
    title: 'Put OI',
    isNumeric: true,
    cell: ({ puts }) => formatCompact(puts),
    sortBy: ({ puts }) => puts,
  },
  {
    id: 'putChange',
    title: 'Chg ',
    isNumeric: true,
    cell: ({ putChange }) => <Signed value={putChange} format={formatSignedCompact} />,
    sortBy: ({ putChange }) => putChange,
  },
]

interface InterestTableProps {
  readonly strikes: readonly StrikeInterest[]
  readonly strike: number | null
  readonly onPick: (strike: number) => void
}

function InterestTable({ strikes, strike, onPick }: InterestTableProps) {
  return (
    <DataTable
      label="Open interest by strike"
      rows={strikes}
      columns={columns}
      rowKey={(row) => String(row.strike)}
      currentKey={strike === null ? null : String(strike)}
      followKey={strike === null ? null : String(strike)}
      onRowAction={(row) => onPick(row.strike)}
      phone={(row) => ({
        title: strikeInWords(row.strike),
        value: `${formatCompact(row.calls)} calls`,
        detail: `${formatCompact(row.puts)} puts`,
      })}
      empty={null}
    />
  )
}
