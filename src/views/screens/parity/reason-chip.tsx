import type { ParityReason } from '../../../domain/deployments/parity/reasons.ts'
import { reasonTitles, toneOfReason } from '../../../domain/deployments/parity/reasons.ts'
import styles from './parity.module.css'

export function ReasonChip({ reason }: { readonly reason: ParityReason }) {
  return (
    <span className={styles.chip} data-tone={toneOfReason[reason]}>
      {reasonTitles[reason]}
    </span>
  )
}
