import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { formatNumber } from '../../../domain/format.ts'
import type { PlacedPrices } from './candle-plot.ts'
import styles from './price-lines.module.css'

export interface PriceLine {
  readonly id: string
  readonly price: number
  /** The text repeats the colour's meaning: `Buy 75 LIMIT`. */
  readonly label: string
  readonly kind: 'buy' | 'sell' | 'position' | 'stop' | 'target'
  readonly onMove?: (price: number) => void
}

export interface Placement {
  watch(listener: (prices: PlacedPrices) => void): () => void
  now(): PlacedPrices | null
}

interface PriceLinesProps {
  readonly lines: readonly PriceLine[]
  readonly placement: Placement
  /** Rupees. */
  readonly tickSize: number
}

/** Movable lines are dragged, or moved by the arrow keys and sent with Enter. */
export function PriceLines({ lines, placement, tickSize }: PriceLinesProps) {
  return (
    <div className={styles.lines}>
      {lines.map((line) => (
        <Line key={line.id} line={line} placement={placement} tickSize={tickSize} />
      ))}
    </div>
  )
}

const toTick = (price: number, tickSize: number): number =>
  Number((Math.round(price / tickSize) * tickSize).toFixed(4))

function useStanding(element: RefObject<HTMLElement | null>, price: number, placement: Placement) {
  useEffect(() => {
    const stand = (prices: PlacedPrices) => {
      const box = element.current
      if (box === null) return
      const y = prices.yOf(price)
      box.style.transform = `translateY(${Math.round(y)}px)`
      box.style.width = `${prices.plotWidth}px`
      box.hidden = y < prices.top || y > prices.bottom
    }
    const prices = placement.now()
    if (prices !== null) stand(prices)
    return placement.watch(stand)
  }, [element, price, placement])
}

function Line({ line, placement, tickSize }: { readonly line: PriceLine } & Omit<PriceLinesProps, 'lines'>) {
  const box = useRef<HTMLDivElement>(null)
  const [wanted, setWanted] = useState<number | null>(null)
  const price = wanted ?? line.price
  useStanding(box, price, placement)
  return (
    <div
      ref={box}
      className={styles.line}
      data-kind={line.kind}
      data-moving={wanted === null ? undefined : ''}
    >
      {line.onMove === undefined ? (
        <span className={styles.label}>
          {line.label} {formatNumber(price)}
        </span>
      ) : (
        <Handle
          line={line}
          price={price}
          tickSize={tickSize}
          placement={placement}
          onWant={setWanted}
          onMove={line.onMove}
        />
      )}
    </div>
  )
}

interface HandleProps extends Omit<PriceLinesProps, 'lines'> {
  readonly line: PriceLine
  readonly price: number
  readonly onWant: (price: number | null) => void
  readonly onMove: (price: number) => void
}

function Handle({ line, price, tickSize, placement, onWant, onMove }: HandleProps) {
  const isDragged = useRef(false)
  const isChanged = price !== line.price
  const send = () => {
    if (isChanged) onMove(price)
    onWant(null)
  }
  const drag = (event: PointerEvent<HTMLElement>) => {
    const prices = placement.now()
    const frame = event.currentTarget.closest('[data-chart]')
    if (!isDragged.current || prices === null || frame === null) return
    const y = event.clientY - frame.getBoundingClientRect().top
    onWant(Math.max(tickSize, toTick(prices.priceAt(y), tickSize)))
  }
  const press = (event: KeyboardEvent) => {
    const reach = (event.shiftKey ? 10 : 1) * tickSize
    const next = {
      ArrowUp: () => onWant(toTick(price + reach, tickSize)),
      ArrowDown: () => onWant(Math.max(tickSize, toTick(price - reach, tickSize))),
      Enter: send,
      Escape: () => onWant(null),
    }[event.key]
    if (next === undefined) return
    event.preventDefault()
    event.stopPropagation()
    next()
  }
  return (
    <span
      role="slider"
      tabIndex={0}
      className={styles.label}
      aria-label={`${line.label}: price`}
      aria-orientation="vertical"
      aria-valuenow={price}
      aria-valuetext={
        isChanged ? `${formatNumber(price)}, Enter modifies the order` : `${formatNumber(price)} rupees`
      }
      data-own-escape=""
      onKeyDown={press}
      onBlur={() => onWant(null)}
      onPointerDown={(event) => {
        event.stopPropagation()
        event.currentTarget.setPointerCapture(event.pointerId)
        isDragged.current = true
      }}
      onPointerMove={drag}
      onPointerUp={() => {
        isDragged.current = false
        send()
      }}
      onPointerCancel={() => {
        isDragged.current = false
        onWant(null)
      }}
    >
      {line.label} <b>{formatNumber(price)}</b>
    </span>
  )
}
