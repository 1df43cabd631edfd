import type { ReactNode } from 'react'
import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import type { Scan } from '../../../domain/scanners/scan.ts'
import { keyOfScan } from '../../../domain/scanners/scan-address.ts'
import type { ScanReply } from '../../../machines/scanners/scan.ts'
import { ResultsPanel } from './results-panel.tsx'
import styles from './scanner-result.module.css'
import { useScanAnswer, useScanCursor } from './use-scan.ts'
import { WhyPanel } from './why-panel.tsx'

interface ScanBodyProps {
  readonly scan: Scan
  /** The symbol that the address asks about. */
  readonly asked: InstrumentId | null
  readonly rule: (result: ScanReply | null) => ReactNode
}

export function ScanBody({ scan, asked, rule }: ScanBodyProps) {
  const shown = useScanAnswer('scanResult', keyOfScan(scan))
  const cursor = useScanCursor(asked)
  return (
    <div className={styles.columns}>
      <div className={styles.main}>
        {rule(shown.output)}
        <ResultsPanel scan={scan} shown={shown} cursor={cursor} />
      </div>
      <WhyPanel scan={scan} of={cursor.explained ?? shown.output?.found[0]?.segSym ?? null} />
    </div>
  )
}
