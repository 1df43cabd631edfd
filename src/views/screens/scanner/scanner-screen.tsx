import { printCondition } from '../../../domain/strategies/condition/print.ts'
import type { Condition } from '../../../domain/strategies/condition/tree.ts'
import type { ScanReply } from '../../../machines/scanners/scan.ts'
import type { SavedScanner } from '../../../machines/scanners/scanner-lists.ts'
import { useConsole } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { EmptyNotice, ErrorNotice } from '../../kit/layout/notice.tsx'
import { ScreenTitle } from '../../kit/layout/screen-title.tsx'
import { Skeleton } from '../../kit/layout/skeleton.tsx'
import table from '../../kit/table/table-screen.module.css'
import { TrueFor } from '../../scanners/rule-panel.tsx'
import { ScanBody } from '../../scanners/scan-body.tsx'
import { RuleEditor } from '../../strategies/rule/rule-editor.tsx'
import { ScanTerms } from './scan-terms.tsx'
import styles from './scanner.module.css'
import { ScannerTitle } from './scanner-title.tsx'
import { type ScannerOnScreen, useScanner } from './use-scanner.ts'

const samples = [
  'rsi(14) < 30 and close > sma(close,200)',
  'close crosses above ema(close,20)',
  'high >= donchian(upper,20,20) and volume > 2 * moving_average_volume(20)',
] as const

export function ScannerScreen() {
  const scanner = useScanner()
  const { of, saved, message, again, scanned, asked } = scanner
  if (of.slug !== null && saved === null) return <Absent message={message} onRetry={again} />
  return (
    <div className={table.screen}>
      <ScannerTitle scanner={scanner} />
      <ScanBody
        scan={scanned}
        empty={
          <EmptyNotice icon="scanners" title="No rule yet">
            As soon as a rule can be read, the market is scanned with it.
          </EmptyNotice>
        }
        asked={asked}
        rule={(result) => <Rule scanner={scanner} result={result} />}
      />
    </div>
  )
}

interface RuleProps {
  readonly scanner: ScannerOnScreen
  readonly result: ScanReply | null
}

function Rule({ scanner: { draft, change, saved }, result }: RuleProps) {
  const known = result === null ? 0 : result.total - result.unknown.length - result.loading
  const parts = result?.parts ?? []
  const besideRow = (row: Condition) => {
    const text = printCondition(row)
    const part = parts.find((one) => one.text === text)
    return part === undefined ? null : <TrueFor count={part.trueFor} known={known} isShort />
  }
  return (
    <section className={styles.rule} aria-label="Rule">
      <ScanTerms draft={draft} onChange={change} />
      <RuleEditor
        label="Find where"
        logic={draft.logic}
        samples={samples}
        readings={noReadings}
        besideRow={besideRow}
        onChange={(logic) => change({ logic })}
        onRow={() => {}}
      />
      {saved !== null && <Note of={saved} />}
    </section>
  )
}

function Note({ of: { note, isSample } }: { readonly of: SavedScanner }) {
  const { run } = useConsole()
  return (
    <div className={styles.note}>
      {note !== '' && <p>{note}</p>}
      {!isSample && (
        <Button kind="quiet" onPress={() => run({ command: 'scanner.writeNote', args: {} })}>
          {note === '' ? 'Write a note' : 'Change the note'}
        </Button>
      )}
    </div>
  )
}

const noReadings = [] as const

function Absent({ message, onRetry }: { readonly message: string | null; readonly onRetry: () => void }) {
  return (
    <div className={table.screen}>
      <ScreenTitle title="Scanner" />
      {message === null ? (
        <div role="status" aria-label="Scanner: loading">
          <Skeleton rows={10} />
        </div>
      ) : (
        <ErrorNotice message={message} onRetry={onRetry} />
      )}
    </div>
  )
}
