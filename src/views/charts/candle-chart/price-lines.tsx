import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
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

export interface PriceBand {
  readonly from: number
  readonly to: number
}

export interface Placement {
  watch(listener: (prices: PlacedPrices) => void): () => void
  now(): PlacedPrices | null
}

interface PriceLinesProps {
  readonly lines: readonly PriceLine[]
  readonly bands?: readonly PriceBand[] | undefined
  readonly placement: Placement
  /** Rupees. */
  readonly tickSize: number
}

const noBands: readonly PriceBand[] = []

/** Movable lines are dragged, or moved by the arrow keys and sent with Enter. */
export function PriceLines({ lines, bands = noBands, placement, tickSize }: PriceLinesProps) {
  return (
    <div className={styles.lines}>
      {bands.map((band) => (
        <Band key={`${band.from} ${band.to}`} band={band} placement={placement} />
      ))}
      {lines.map((line) => (
        <Line key={line.id} line={line} placement={placement} tickSize={tickSize} />
      ))}
    </div>
  )
}

const toTick = (price: number, tickSize: number): number =>
  Number((Math.round(price / tickSize) * tickSize).toFixed(4))

type Stand = (box: HTMLElement, prices: PlacedPrices) => void

function useStanding(element: RefObject<HTMLElement | null>, stand: Stand, placement: Placement) {
  useEffect(() => {
    const follow = (prices: PlacedPrices) => {
      if (element.current !== null) stand(element.current, prices)
    }
    const prices = placement.now()
    if (prices !== null) follow(prices)
    return placement.watch(follow)
  }, [element, stand, placement])
}

const standAt =
  (price: number): Stand =>
  (box, prices) => {
    const y = prices.yOf(price)
    box.style.transform = `translateY(${Math.round(y)}px)`
    box.style.width = `${prices.plotWidth}px`
    box.hidden = y < prices.top || y > prices.bottom
  }

const standBetween =
  ({ from, to }: PriceBand): Stand =>
  (box, prices) => {
    const top = Math.max(prices.yOf(to), prices.top)
    const height = Math.min(prices.yOf(from), prices.bottom) - top
    box.style.transform = `translateY(${Math.round(top)}px)`
    box.style.width = `${prices.plotWidth}px`
    box.style.height = `${Math.max(0, Math.round(height))}px`
    box.hidden = height < 0
  }

function Band({ band, placement }: { readonly band: PriceBand; readonly placement: Placement }) {
  const box = useRef<HTMLDivElement>(null)
  const stand = useMemo(() => standBetween(band), [band])
  useStanding(box, stand, placement)
  return <div ref={box} className={styles.band} />
}

type LineProps = Pick<PriceLinesProps, 'placement' | 'tickSize'>

function Line({ line, placement, tickSize }: { readonly line: PriceLine } & LineProps) {
  const box = useRef<HTMLDivElement>(null)
  const [wanted, setWanted] = useState<number | null>(null)
  const price = wanted ?? line.price
  const stand = useMemo(() => standAt(price), [price])
  useStanding(box, stand, placement)
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

interface HandleProps extends LineProps {
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
