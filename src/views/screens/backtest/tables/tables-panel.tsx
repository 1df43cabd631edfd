import { useState } from 'react'
import { Segmented } from '../../../kit/control/segmented.tsx'
import { PHONE, useMedia } from '../../../kit/hooks/use-media.ts'
import { Panel } from '../../../kit/layout/panel.tsx'
import { BenchmarkTable } from './benchmark-table.tsx'
import { CalendarTables } from './calendar-tables.tsx'
import { DistributionTables } from './distribution-tables.tsx'
import { DrawdownTable } from './drawdown-table.tsx'
import { ExcursionTables } from './excursion-tables.tsx'
import { RiskFigures } from './risk-figures.tsx'
import type { TableProps } from './table-props.ts'
import styles from './tables-panel.module.css'
import { TradeTables } from './trade-tables.tsx'

const tables = {
  risk: RiskFigures,
  drawdowns: DrawdownTable,
  trades: TradeTables,
  excursions: ExcursionTables,
  distribution: DistributionTables,
  benchmark: BenchmarkTable,
  calendar: CalendarTables,
} as const

type TableName = keyof typeof tables

const choices = [
  { value: 'risk', label: 'Risk' },
  { value: 'drawdowns', label: 'Drawdowns' },
  { value: 'trades', label: 'Trades' },
  { value: 'excursions', label: 'Excursions' },
  { value: 'distribution', label: 'Distribution' },
  { value: 'benchmark', label: 'Benchmark' },
  { value: 'calendar', label: 'Calendar' },
] as const

export function TablesPanel(props: TableProps) {
  const [name, setName] = useState<TableName>('risk')
  const isPhone = useMedia(PHONE)
  const Table = tables[name]
  const picker = <Segmented label="Table" value={name} choices={choices} onChange={setName} />
  return (
    <Panel title="Tables" aside={isPhone ? undefined : picker}>
      {isPhone && <div className={styles.picker}>{picker}</div>}
      <div className={styles.body}>
        <Table {...props} />
      </div>
    </Panel>
  )
}
