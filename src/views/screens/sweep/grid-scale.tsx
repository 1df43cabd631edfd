import type { CSSProperties } from 'react'
import type { Grid } from './grid-cells.ts'
import styles from './grid-map.module.css'

interface GridScaleProps {
  readonly grid: Grid
  readonly neutral: number
  readonly isLoss: boolean
  readonly format: (value: number) => string
}

const STEPS = 5

export function GridScale({ grid: { cells, reach }, neutral, isLoss, format }: GridScaleProps) {
  const values = cells.flatMap(({ value }) => (value === null ? [] : [value]))
  if (values.length === 0) return null
  const low = values.reduce((least, value) => Math.min(least, value))
  const high = values.reduce((most, value) => Math.max(most, value))
  return (
    <span className={styles.scale}>
      {format(low)}
      {Array.from({ length: STEPS }, (_, step) => low + ((high - low) * step) / (STEPS - 1)).map(
        (value, step) => {
          const off = value - neutral
          const depth = off === 0 || reach === 0 ? 0 : 12 + (Math.abs(off) / reach) * 88
          const tone = off > 0 !== isLoss ? styles.better : styles.worse
          return (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: five places in a fixed order
              key={step}
              className={`${styles.shade} ${tone}`}
              style={{ '--depth': `${depth}%` } as CSSProperties}
            />
          )
        },
      )}
      {format(high)}
    </span>
  )
}
