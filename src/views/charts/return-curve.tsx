import { useParentSize } from '@visx/responsive'
import { scaleLinear } from '@visx/scale'
import { AreaClosed, LinePath } from '@visx/shape'
import { useMemo } from 'react'
import { formatPercent } from '../../domain/format.ts'
import text from '../theme/text.module.css'
import { ValueAxis } from './axes.tsx'
import styles from './return-curve.module.css'

const AXIS_WIDTH = 48
const EDGE = 8
const ROWS = 3

/** Percent at even distances, oldest first. The figures beside it carry the meaning. */
export function ReturnCurve({ values }: { readonly values: readonly number[] }) {
  const { parentRef, width, height } = useParentSize({ debounceTime: 30 })
  return (
    <div className={styles.frame} ref={parentRef}>
      {width > 2 * AXIS_WIDTH && height > 4 * EDGE && values.length > 1 && (
        <Drawing values={values} width={width} height={height} />
      )}
    </div>
  )
}

interface DrawingProps {
  readonly values: readonly number[]
  readonly width: number
  readonly height: number
}

function Drawing({ values, width, height }: DrawingProps) {
  const { x, y, right } = useMemo(() => scalesOf(values, width, height), [values, width, height])
  const tone = (values.at(-1) ?? 0) < 0 ? 'down' : 'up'
  const data = [...values]
  const left = (_: number, index: number) => x(index)
  return (
    <svg width={width} height={height} aria-hidden="true">
      <line x1={0} x2={right} y1={y(0)} y2={y(0)} stroke="var(--line-strong)" />
      <g className={text[tone]}>
        <AreaClosed
          data={data}
          x={left}
          y={(value) => y(value)}
          y0={y(0)}
          yScale={y}
          fill="currentColor"
          fillOpacity={0.1}
          stroke="none"
        />
        <LinePath data={data} x={left} y={(value) => y(value)} stroke="currentColor" strokeWidth={1.6} />
      </g>
      <ValueAxis left={right} scale={y} rows={ROWS} format={(value) => formatPercent(value, 0)} />
    </svg>
  )
}

const scalesOf = (values: readonly number[], width: number, height: number) => {
  const right = width - AXIS_WIDTH
  const low = Math.min(0, ...values)
  const high = Math.max(0, ...values)
  return {
    right,
    x: scaleLinear({ domain: [0, values.length - 1], range: [0, right] }),
    y: scaleLinear({ domain: [low, high === low ? low + 1 : high], range: [height - EDGE, EDGE] }),
  }
}
