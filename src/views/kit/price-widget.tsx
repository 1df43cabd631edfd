import { useEffect, useRef, useState } from 'react'
import { formatNumber, formatSigned, formatSignedPercent } from '../../domain/format.ts'
import { Icon } from './icon.tsx'
import styles from './price-widget.module.css'
import { toneOf } from './signed.tsx'

const FLASH_MS = 400

interface PriceWidgetProps {
  /** Rupees. */
  readonly lastPrice: number | null
  readonly change?: number | null
  readonly percent?: number | null
  /** Said and greyed when the price is old: `2 min old`. */
  readonly age?: string | null
  readonly hasArrow?: boolean
}

/** Last price, and where wanted its change, percent and an arrow. A change of price flashes its direction softly. */
export function PriceWidget({ lastPrice, change, percent, age = null, hasArrow = false }: PriceWidgetProps) {
  const flash = useFlash(lastPrice)
  const moved = change ?? percent ?? null
  const tone = toneOf(moved)
  return (
    <span className={styles.price} data-stale={age === null ? undefined : ''} title={age ?? undefined}>
      <span className={styles.last} data-flash={flash}>
        {formatNumber(lastPrice)}
      </span>
      {change !== undefined && <span className={tone && styles[tone]}>{formatSigned(change)}</span>}
      {percent !== undefined && <span className={tone && styles[tone]}>{formatSignedPercent(percent)}</span>}
      {hasArrow && tone !== undefined && (
        <span className={styles[tone]}>
          <Icon name={tone} size={11} />
        </span>
      )}
      {age !== null && <span className="visually-hidden">, {age}</span>}
    </span>
  )
}

function useFlash(price: number | null): 'up' | 'down' | undefined {
  const before = useRef(price)
  const [flash, setFlash] = useState<'up' | 'down' | undefined>(undefined)
  useEffect(() => {
    const previous = before.current
    before.current = price
    if (price === null || previous === null || price === previous) return
    setFlash(price > previous ? 'up' : 'down')
    const timer = setTimeout(() => setFlash(undefined), FLASH_MS)
    return () => clearTimeout(timer)
  }, [price])
  return flash
}
