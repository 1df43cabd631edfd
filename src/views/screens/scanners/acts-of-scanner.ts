import type { ScannerEntry } from '../../../machines/scanners/scanner-lists.ts'
import { commandAct } from '../../kit/command-act.ts'
import type { ViewConsole } from '../../kit/console.tsx'
import type { RowAct } from '../../kit/table/row-menu.tsx'

export const actsOfScanner = (
  { slug, isSample, currentAlertUuid: alert }: ScannerEntry,
  app: Pick<ViewConsole, 'run'>,
): readonly RowAct[] => {
  const args = { scanner: slug }
  return [
    commandAct(app, 'Open', { command: 'scanner.open', args }, { keys: '↵' }),
    alert === null
      ? commandAct(app, 'Set alert', { command: 'alert.scanner', args })
      : commandAct(app, 'Stop alert', { command: 'alert.stop', args: { alert } }),
    commandAct(app, 'Copy', { command: 'scanner.copy', args }),
    ...(isSample ? [] : [commandAct(app, 'Delete', { command: 'scanner.delete', args }, { isApart: true })]),
  ]
}
