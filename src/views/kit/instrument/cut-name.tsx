import { namePartsOf } from '../../../domain/name-parts.ts'
import styles from './cut-name.module.css'

/** Letters that are never cut: `NIFTY`, `TCS`. */
const START_KEPT = 6

export function CutName({ name }: { readonly name: string }) {
  const { start, day, core, tail } = namePartsOf(name)
  if (core === '') return name
  return (
    <span className={styles.name}>
      <span className={start.length > START_KEPT ? styles.start : styles.core}>{start}</span>
      {day !== '' && <span className={styles.day}>{day}</span>}
      <span className={styles.core}>{core}</span>
      {tail !== '' && <span className={styles.tail}>{tail}</span>}
    </span>
  )
}
