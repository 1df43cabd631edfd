import { toast } from 'sonner'
import type { BacktestParams } from '../../../domain/backtest.ts'
import type { BacktestRow } from '../../../machines/backtest-rows.ts'
import { Button } from '../../kit/button.tsx'
import { useConsole } from '../../kit/console.tsx'
import { download } from '../../kit/download.ts'
import { chancesOf, fileNameOf, runJson, tradeCsv, trustCsv } from './export-run.ts'

interface ExportButtonsProps {
  readonly params: BacktestParams
  readonly rows: readonly BacktestRow[]
}

/** The trades and what tells whether to believe them as tables, the whole report as JSON. */
export function ExportButtons({ params, rows }: ExportButtonsProps) {
  const { actors } = useConsole()
  /** As chance stands when the file is asked for. */
  const chances = () =>
    chancesOf(
      params,
      rows,
      actors.trials.getSnapshot().context.tried,
      actors.luck.getSnapshot().context.results,
    )
  const exportCsv = async () => {
    const csv = await tradeCsv(rows)
    download({ name: `${fileNameOf(params)}.csv`, type: 'text/csv', text: csv })
    const trust = await trustCsv(rows, chances())
    download({ name: `${fileNameOf(params)}-trust.csv`, type: 'text/csv', text: trust })
    toast.success('Trades exported')
  }
  const exportJson = () => {
    const json = runJson(params, rows, chances())
    download({ name: `${fileNameOf(params)}.json`, type: 'application/json', text: json })
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
