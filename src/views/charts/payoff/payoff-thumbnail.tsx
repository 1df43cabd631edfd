import { useMemo } from 'react'
import type { PresetLeg } from '../../../domain/options/presets.ts'
import { payoffShape } from './payoff-shape.ts'
import styles from './payoff-thumbnail.module.css'

const WIDTH = 72
const HEIGHT = 34
const PAD = 3

export function PayoffThumbnail({ legs }: { readonly legs: readonly PresetLeg[] }) {
  const shape = useMemo(() => drawn(legs), [legs])
  return (
    <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <path className={styles.gain} d={shape.gain} />
      <path className={styles.loss} d={shape.loss} />
      <line className={styles.zero} x1={0} x2={WIDTH} y1={shape.zero} y2={shape.zero} />
      <path className={styles.line} d={shape.line} />
    </svg>
  )
}

const drawn = (legs: readonly PresetLeg[]) => {
  const points = payoffShape(legs)
  const first = points[0]?.price ?? 0
  const last = points.at(-1)?.price ?? 1
  const high = points.reduce((most, { pnl }) => Math.max(most, pnl), 0)
  const low = points.reduce((least, { pnl }) => Math.min(least, pnl), 0)
  const x = (price: number) => ((price - first) / (last - first || 1)) * WIDTH
  const y = (pnl: number) => PAD + ((high - pnl) / (high - low || 1)) * (HEIGHT - 2 * PAD)
  const path = (reach: (pnl: number) => number) =>
    points.map(({ price, pnl }) => `${x(price).toFixed(1)} ${y(reach(pnl)).toFixed(1)}`).join('L')
  const filled = (reach: (pnl: number) => number) => `M0 ${y(0)}L${path(reach)}L${WIDTH} ${y(0)}Z`
  return {
    zero: y(0),
    line: `M${path((pnl) => pnl)}`,
    gain: filled((pnl) => Math.max(0, pnl)),
    loss: filled((pnl) => Math.min(0, pnl)),
  }
}
