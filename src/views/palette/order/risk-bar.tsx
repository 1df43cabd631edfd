import type { CSSProperties } from 'react'
import {
  formatNumber,
  formatRupees,
  formatSignedPercent,
  formatSignedRupees,
} from '../../../domain/format.ts'
import type { SeenOrder } from '../../../domain/orders/order-doubt.ts'
import { protectedPrice } from '../../../domain/orders/order-prices.ts'
import { rewardAtTarget, riskToStop } from '../../../domain/orders/order-risk.ts'
import type { OrderOutlookEntry } from '../../../machines/orders/order-placement.ts'
import styles from './order-preview.module.css'

interface RiskBarProps {
  /** Null until known, and for several orders. */
  readonly order: SeenOrder | null
  readonly outlook: OrderOutlookEntry | undefined
  readonly levelAt: (price: number) => string | null
}

export function RiskBar({ order, outlook, levelAt }: RiskBarProps) {
  const price = outlook?.price ?? order?.price ?? null
  const figures = order === null || price === null ? null : figuresOf(order, price, outlook)
  if (figures === null) return <div className={styles.risk} />
  const { stop, target, risk, reward, style } = figures
  return (
    <div className={styles.risk}>
      <p className={styles.ends}>
        {risk === null ? (
          <span>
            No stop: add <code>sl 1%</code>
          </span>
        ) : (
          <span>
            <b className={styles.lost}>{formatRupees(-risk, 0)}</b> at risk to the stop
          </span>
        )}
        {risk !== null && reward !== null && risk > 0 && (
          <span>
            reward : risk <b>{formatNumber(reward / risk)}</b>
          </span>
        )}
        {reward === null ? (
          <span>
            No target: add <code>tp 2%</code>
          </span>
        ) : (
          <span>
            reward at the target <b className={styles.gained}>{formatSignedRupees(reward, 0)}</b>
          </span>
        )}
      </p>
      <div className={styles.bar} style={style} aria-hidden="true">
        <i className={stop === null ? '' : styles.lossSide} />
        <i className={target === null ? '' : styles.gainSide} />
        <s />
        {(stop ?? target) !== null && <em />}
      </div>
      <p className={styles.ends}>
        <span>{stop === null ? '' : textOfLevel(stop, price ?? stop, levelAt)}</span>
        <span>entry {formatNumber(price)}</span>
        <span>{target === null ? '' : textOfLevel(target, price ?? target, levelAt)}</span>
      </p>
    </div>
  )
}

const textOfLevel = (at: number, entry: number, levelAt: RiskBarProps['levelAt']): string => {
  const level = levelAt(at)
  const text = `${formatNumber(at)} · ${formatSignedPercent(((at - entry) / entry) * 100)}`
  return level === null ? text : `${text} · ${level}`
}

/** Percent. */
const MIDDLE = 50

const figuresOf = ({ draft }: SeenOrder, price: number, outlook: OrderOutlookEntry | undefined) => {
  const { side, quantity } = draft
  const exitAt = (what: 'stop' | 'target'): number | null => {
    const asked = draft[what]
    return asked === null ? null : protectedPrice(what, asked, side, price, quantity)
  }
  const [stop, target] = [exitAt('stop'), exitAt('target')]
  const charges = outlook?.chargesRoundTrip ?? 0
  const [down, up] = [stop, target].map((at) => (at === null ? null : Math.abs(at - price)))
  const span = down == null || up == null ? 2 * (down ?? up ?? 1) : down + up
  const entry = down == null || up == null ? MIDDLE : (down / span) * 100
  const even = entry + ((outlook?.breakEvenPoints ?? 0) / span) * 100
  return {
    stop,
    target,
    risk: riskToStop(draft, price, charges),
    reward: rewardAtTarget(draft, price, charges),
    style: { '--entry': `${entry}%`, '--even': `${Math.min(100, even)}%` } as CSSProperties,
  }
}
