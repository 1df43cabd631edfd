import { toast } from 'sonner'
import type { BacktestParams } from '../../../domain/backtest.ts'
import type { BacktestRow } from '../../../machines/backtest-rows.ts'
import { Button } from '../../kit/button.tsx'
import { download } from '../../kit/download.ts'
import { fileNameOf, runJson, tradeCsv, trustCsv } from './export-run.ts'

interface ExportButtonsProps {
  readonly params: BacktestParams
  readonly rows: readonly BacktestRow[]
}

/** The trades as a table, the whole report as JSON. */
export function ExportButtons({ params, rows }: ExportButtonsProps) {
  const exportCsv = async () => {
    const csv = await tradeCsv(rows)
    download({ name: `${fileNameOf(params)}.csv`, type: 'text/csv', text: csv })
    const trust = await trustCsv(rows)
    if (trust !== '') download({ name: `${fileNameOf(params)}-trust.csv`, type: 'text/csv', text: trust })
    toast.success('Trades exported')
  }
  const exportJson = () => {
    download({ name: `${fileNameOf(params)}.json`, type: 'application/json', text: runJson(params, rows) })
    toast.success('Report exported')
  }
  return (
    <>
      <Button icon="download" onPress={exportCsv}>
        CSV
      </Button>
      <Button icon="download" onPress={exportJson}>
        JSON
      </Button>
    </>
  )
}
