import { type RefObject, useEffect, useRef, useState } from 'react'
import { formatNumber } from '../../../../domain/format.ts'
import type { InstrumentId } from '../../../../domain/instruments/instrument.ts'
import { nearestTick } from '../../../../domain/instruments/tick.ts'
import type { Side } from '../../../../domain/orders/order.ts'
import { useConsole, useSnapshot } from '../../../kit/console.tsx'
import type { Placement } from '../lines/price-line.ts'
import styles from './armed-chart.module.css'

/** Pixels; a press that moves farther moves the chart. */
const MOVED = 4

interface Aim {
  readonly side: Side
  readonly price: number
}

interface ClickAimProps {
  readonly instrument: InstrumentId
  readonly frame: RefObject<HTMLDivElement | null>
  readonly placement: Placement
}

const isOnChart = (event: PointerEvent): boolean => event.target === event.currentTarget

export function ClickAim({ instrument: id, frame, placement }: ClickAimProps) {
  const { quotes, run } = useConsole()
  const [aim, setAim] = useState<Aim | null>(null)
  const pressed = useRef<{ readonly x: number; readonly y: number } | null>(null)
  const lots = useSnapshot('scalper', ({ context }) => context.lots)
  const instrument = useSnapshot('instruments', ({ context }) => context.index?.find(id) ?? null)
  const tickSize = instrument?.tickSize ?? null
  useEffect(() => {
    const box = frame.current
    if (box === null || tickSize === null) return
    const aimAt = (event: PointerEvent): Aim | null => {
      const prices = placement.now()
      const last = quotes.lastPrice(id)
      const y = event.clientY - box.getBoundingClientRect().top
      if (event.pointerType === 'touch' || !isOnChart(event) || prices === null || last === null) return null
      const isAside = event.clientX - box.getBoundingClientRect().left > prices.plotWidth
      if (isAside || y < prices.top || y > prices.bottom) return null
      const price = nearestTick(prices.priceAt(y), tickSize)
      return price > 0 ? { price, side: price > last ? 'sell' : 'buy' } : null
    }
    const move = (event: PointerEvent) => setAim(aimAt(event))
    const press = (event: PointerEvent) => {
      pressed.current = event.button === 0 ? { x: event.clientX, y: event.clientY } : null
    }
    const release = (event: PointerEvent) => {
      const from = pressed.current
      pressed.current = null
      const isStill = from !== null && Math.hypot(event.clientX - from.x, event.clientY - from.y) < MOVED
      const now = isStill ? aimAt(event) : null
      if (now === null) return
      run({ command: 'chart.trade', args: { side: now.side, price: { kind: 'rupees', price: now.price } } })
    }
    const leave = () => setAim(null)
    box.addEventListener('pointermove', move)
    box.addEventListener('pointerdown', press)
    box.addEventListener('pointerup', release)
    box.addEventListener('pointerleave', leave)
    return () => {
      box.removeEventListener('pointermove', move)
      box.removeEventListener('pointerdown', press)
      box.removeEventListener('pointerup', release)
      box.removeEventListener('pointerleave', leave)
    }
  }, [frame, placement, quotes, run, id, tickSize])
  const prices = placement.now()
  if (aim === null || prices === null || instrument === null) return null
  const units = formatNumber(lots * instrument.lotSize, 0)
  return (
    <div
      className={styles.aim}
      data-side={aim.side}
      aria-hidden="true"
      style={{ transform: `translateY(${Math.round(prices.yOf(aim.price))}px)`, width: prices.plotWidth }}
    >
      <span className={styles.tag}>
        <span>{`${aim.side === 'buy' ? 'Buy' : 'Sell'} ${units} @ ${formatNumber(aim.price)}`}</span>
      </span>
    </div>
  )
}
