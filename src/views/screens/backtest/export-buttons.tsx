import { toast } from 'sonner'
import type { BacktestParams } from '../../../domain/backtests/backtest.ts'
import type { BacktestRow } from '../../../machines/backtests/backtest-rows.ts'
import { useConsole } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { download } from '../../kit/table/download.ts'
import { fileNameOf, robustnessCsv, robustnessTestsOf, runJson, tradeCsv } from './export-run.ts'

interface ExportButtonsProps {
  readonly params: BacktestParams
  readonly rows: readonly BacktestRow[]
}

export function ExportButtons({ params, rows }: ExportButtonsProps) {
  const { actors } = useConsole()
  const tests = () =>
    robustnessTestsOf(
      params,
      rows,
      actors.trials.getSnapshot().context.tried,
      actors.monteCarlo.getSnapshot().context.results,
    )
  const exportCsv = async () => {
    const csv = await tradeCsv(rows)
    download({ name: `${fileNameOf(params)}.csv`, type: 'text/csv', text: csv })
    const robustness = await robustnessCsv(rows, tests())
    download({ name: `${fileNameOf(params)}-robustness.csv`, type: 'text/csv', text: robustness })
    toast.success('Trades exported')
  }
  const exportJson = () => {
    const json = runJson(params, rows, tests())
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
