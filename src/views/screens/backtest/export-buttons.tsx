import { useEffect, useRef } from 'react'
import type { BacktestParams } from '../../../domain/backtests/backtest.ts'
import type { BacktestRow } from '../../../machines/backtests/backtest-rows.ts'
import { useCommand, useConsole } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { keysFor } from '../../kit/control/keys-for.ts'
import { showToast } from '../../kit/show-toast.ts'
import { download } from '../../kit/table/download.ts'
import { fileNameOf, robustnessCsv, robustnessTestsOf, runJson, tradeCsv } from './export-run.ts'

interface ExportButtonsProps {
  readonly params: BacktestParams
  readonly rows: readonly BacktestRow[]
}

const exportHtml = { command: 'report.export', args: {} } as const

export function ExportButtons({ params, rows }: ExportButtonsProps) {
  const { actors } = useConsole()
  const run = useCommand()
  useReportRequests({ params, rows })
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
    void showToast('success', 'Trades exported')
  }
  const exportJson = () => {
    const json = runJson(params, rows, tests())
    download({ name: `${fileNameOf(params)}.json`, type: 'application/json', text: json })
    void showToast('success', 'Report exported')
  }
  return (
    <>
      <Button icon="download" onPress={exportCsv}>
        CSV
      </Button>
      <Button icon="download" onPress={exportJson}>
        JSON
      </Button>
      <Button icon="download" keys={keysFor(exportHtml) ?? ''} onPress={() => run(exportHtml)}>
        HTML
      </Button>
    </>
  )
}

function useReportRequests(shown: ExportButtonsProps): void {
  const { actors, now } = useConsole()
  const latest = useRef(shown)
  useEffect(() => {
    latest.current = shown
  })
  useEffect(() => {
    const write = async () => {
      const { reportHtml } = await import('./report-file/report-html.ts')
      const text = reportHtml({ ...latest.current, madeAt: now() })
      download({ name: `${fileNameOf(latest.current.params)}.html`, type: 'text/html', text })
      void showToast('success', 'Report exported')
    }
    const subscription = actors.tables.on('report.exportAsked', () => {
      write().catch(() => showToast('error', 'The report could not be exported'))
    })
    return () => subscription.unsubscribe()
  }, [actors, now])
}
