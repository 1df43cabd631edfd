import { RATING_MAX } from '../../../domain/analysis/journal/trip-note.ts'
import styles from './journal-screen.module.css'

const steps = Array.from({ length: RATING_MAX }, (_, at) => at + 1)

export function Rating({ of }: { readonly of: number }) {
  return (
    <span className={styles.rating} role="img" aria-label={of === 0 ? 'not rated' : `rated ${of} of 5`}>
      {steps.map((step) => (
        <span key={step} data-on={step <= of ? '' : undefined} />
      ))}
    </span>
  )
}
