import styles from './sparkline.module.css'

interface SparklineProps {
  readonly values: readonly number[]
  readonly width?: number
  readonly height?: number
  readonly tone?: 'up' | 'down' | 'plain'
}

/** Oldest first. Hidden from assistive technology, because the figures beside it carry the meaning. */
export function Sparkline({ values, width = 120, height = 28, tone = 'plain' }: SparklineProps) {
  return (
    <svg
      className={styles[tone]}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      {values.length > 1 && (
        <path d={pathOf(values, width, height)} fill="none" stroke="currentColor" strokeWidth="1.4" />
      )}
    </svg>
  )
}

const pathOf = (values: readonly number[], width: number, height: number): string => {
  const low = Math.min(...values)
  const high = Math.max(...values)
  const range = high - low || 1
  const step = width / (values.length - 1)
  return values
    .map((value, index) => {
      const y = 2 + ((high - value) / range) * (height - 4)
      return `${index === 0 ? 'M' : 'L'}${(index * step).toFixed(1)} ${y.toFixed(1)}`
    })
    .join('')
}
