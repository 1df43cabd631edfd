import type { ReactNode } from 'react'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'
import type { Scan } from '../../domain/scanners/scan.ts'
import { keyOfScan } from '../../domain/scanners/scan-address.ts'
import type { ScanReply } from '../../machines/scanners/scan.ts'
import { ResultsPanel } from './results-panel.tsx'
import styles from './scan.module.css'
import { useScanAnswer, useScanCursor } from './use-scan.ts'
import { WhyPanel } from './why-panel.tsx'

interface ScanBodyProps {
  /** Null before there is a rule that can be read. */
  readonly scan: Scan | null
  readonly empty?: ReactNode
  /** The symbol that the address asks about. */
  readonly asked: InstrumentId | null
  readonly rule: (result: ScanReply | null) => ReactNode
}

/** The rule stays in its place when the first scan comes, so that the focus stays in it. */
export function ScanBody({ scan, empty, asked, rule }: ScanBodyProps) {
  const shown = useScanAnswer('scanResult', scan === null ? null : keyOfScan(scan))
  const cursor = useScanCursor(asked)
  return (
    <div className={styles.columns} data-empty={scan === null ? '' : undefined}>
      <div className={styles.main}>
        {rule(shown.output)}
        {scan === null ? empty : <ResultsPanel scan={scan} shown={shown} cursor={cursor} />}
      </div>
      {scan !== null && (
        <WhyPanel scan={scan} of={cursor.explained ?? shown.output?.found[0]?.segSym ?? null} />
      )}
    </div>
  )
}
