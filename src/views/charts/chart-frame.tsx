import { useParentSize } from '@visx/responsive'
import type { ReactNode } from 'react'
import styles from './equity-chart.module.css'

export interface ChartSize {
  readonly width: number
  readonly height: number
}

export function ChartFrame({ children }: { readonly children: (size: ChartSize) => ReactNode }) {
  const { parentRef, width, height } = useParentSize({ debounceTime: 30 })
  return (
    <div className={`${styles.frame} ${styles.small}`} ref={parentRef}>
      {width > 40 && height > 60 && children({ width, height })}
    </div>
  )
}
