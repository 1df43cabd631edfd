import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { formatNumber } from '../../../../domain/format.ts'
import { nearestTick } from '../../../../domain/instruments/tick.ts'
import type { PlacedPrices } from '../candle-plot.ts'
import { spreadLabels } from './label-heights.ts'
import { MoveCard, RemoveCard } from './line-cards.tsx'
import type { LineMovement, MovedTo, Placement, PriceBand, PriceLine } from './price-line.ts'
import styles from './price-lines.module.css'

interface PriceLinesProps {
  readonly lines: readonly PriceLine[]
  readonly bands?: readonly PriceBand[] | undefined
  readonly movement?: LineMovement | undefined
  readonly placement: Placement
  /** Rupees. */
  readonly tickSize: number
}

const noBands: readonly PriceBand[] = []

/** Movable lines are dragged, or moved by the arrow keys; Enter sends, Esc puts back. */
export function PriceLines({ lines, bands = noBands, movement, placement, tickSize }: PriceLinesProps) {
  const box = useRef<HTMLDivElement>(null)
  useStanding(box, standAll, placement, lines, movement?.moved)
  return (
    <div ref={box} className={styles.lines}>
      {bands.map((band) => (
        <Band key={`${band.from} ${band.to}`} band={band} placement={placement} />
      ))}
      {lines.map((line) => (
        <Line key={line.id} line={line} movement={movement} placement={placement} tickSize={tickSize} />
      ))}
    </div>
  )
}

export type Stand = (box: HTMLElement, prices: PlacedPrices) => void

export function useStanding(
  element: RefObject<HTMLElement | null>,
  stand: Stand,
  placement: Placement,
  ...again: readonly unknown[]
) {
  useLayoutEffect(() => {
    const follow = (prices: PlacedPrices) => {
      if (element.current !== null) stand(element.current, prices)
    }
    const prices = placement.now()
    if (prices !== null) follow(prices)
    return placement.watch(follow)
  }, [element, stand, placement, ...again])
}

const PHONE_WIDTH = 700
/** Pixels that a card needs below its line. */
const CARD_HEIGHT = 84

/** Labels are pushed apart; what can be moved stays at the edge while its price is out of sight. */
const standAll: Stand = (container, prices) => {
  const { top, clear, bottom, plotWidth, yOf } = prices
  const boxes = [...container.querySelectorAll<HTMLElement>('[data-price]')]
  const shown = boxes.flatMap((box) => {
    const y = yOf(Number(box.dataset.price))
    const isOut = !(y >= top && y <= bottom)
    box.hidden = isOut && box.dataset.kept === undefined
    box.toggleAttribute('data-out', isOut)
    return box.hidden ? [] : [{ box, y: Math.round(Math.min(bottom, Math.max(top, y))) }]
  })
  const heights = spreadLabels(
    shown.map(({ y }) => y),
    { top: clear, bottom, height: window.innerWidth <= PHONE_WIDTH ? 31 : 21 },
  )
  shown.forEach(({ box, y }, index) => {
    const height = heights[index] ?? y
    box.style.transform = `translateY(${y}px)`
    box.style.width = `${plotWidth}px`
    box.style.setProperty('--shift', `${height - y}px`)
    box.toggleAttribute('data-low', height > bottom - CARD_HEIGHT)
  })
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

function PriceBefore({ price, placement }: { readonly price: number; readonly placement: Placement }) {
  const box = useRef<HTMLDivElement>(null)
  const stand = useMemo(() => standAt(price), [price])
  useStanding(box, stand, placement)
  return <div ref={box} className={styles.before} />
}

type LineProps = Pick<PriceLinesProps, 'placement' | 'tickSize' | 'movement'> & {
  readonly line: PriceLine
}

function Line({ line, movement, placement, tickSize }: LineProps) {
  const moved = movement?.moved?.id === line.id ? movement.moved : null
  const price = moved?.price ?? line.price
  const isKept = line.isMovable === true || line.kind === 'position'
  return (
    <>
      {moved !== null && <PriceBefore price={line.price} placement={placement} />}
      <div
        className={styles.line}
        data-kind={line.kind}
        data-price={price}
        data-kept={isKept ? '' : undefined}
        data-moving={moved === null ? undefined : ''}
      >
        {movement !== undefined && line.isMovable ? (
          <Handle line={line} moved={moved} movement={movement} tickSize={tickSize} placement={placement} />
        ) : (
          <span className={styles.label}>
            <LabelText line={line} price={price} />
          </span>
        )}
      </div>
    </>
  )
}

const LabelText = ({ line, price }: { readonly line: PriceLine; readonly price: number }) => (
  <>
    {`${line.label} ${formatNumber(price)}`}
    {line.note && <span className={styles.note}>{line.note(price)}</span>}
  </>
)

interface HandleProps extends Omit<LineProps, 'movement'> {
  readonly moved: MovedTo | null
  readonly movement: LineMovement
}

function Handle(props: HandleProps) {
  const { line, moved, movement } = props
  const { handle, isRemoving, putBack, remove, listeners } = useHandle(props)
  const price = moved?.price ?? line.price
  return (
    <>
      <span
        ref={handle}
        role="slider"
        tabIndex={0}
        className={styles.label}
        aria-label={`${line.label}: price`}
        aria-orientation="vertical"
        aria-valuenow={price}
        aria-valuetext={
          moved === null
            ? `${formatNumber(price)} rupees`
            : `${formatNumber(price)}, Enter sends the change, Escape puts it back`
        }
        data-own-escape=""
        {...listeners}
      >
        <LabelText line={line} price={price} />
      </span>
      {moved !== null && <MoveCard line={line} moved={moved} onSend={movement.send} onPutBack={putBack} />}
      {isRemoving && moved === null && <RemoveCard line={line} onRemove={remove} onKeep={putBack} />}
    </>
  )
}

/** Pixels below the top of the chart. */
const heightOf = ({ currentTarget, clientY }: PointerEvent<HTMLElement>): number =>
  clientY - (currentTarget.closest('[data-chart]')?.getBoundingClientRect().top ?? 0)

function useHandle({ line, moved, movement, tickSize, placement }: HandleProps) {
  const handle = useRef<HTMLSpanElement>(null)
  /** Pixels from the line to the pointer that holds its label; null while it is not held. */
  const held = useRef<number | null>(null)
  const [isRemoving, setRemoving] = useState(false)
  const price = moved?.price ?? line.price
  const moveTo = (next: number) => {
    const wanted = Math.max(tickSize, nearestTick(next, tickSize))
    setRemoving(false)
    if (wanted === line.price) movement.putBack()
    else movement.move(line.id, wanted)
  }
  const answer = (act: () => void) => () => {
    act()
    setRemoving(false)
    handle.current?.focus()
  }
  const putBack = answer(movement.putBack)
  const remove = answer(() => movement.remove(line.id))
  const askRemoval = () => setRemoving(line.removal !== undefined)
  const confirm = () => {
    if (isRemoving) remove()
    else if (moved !== null && !moved.isSent) movement.send()
  }
  const press = (event: KeyboardEvent) => {
    const reach = (event.shiftKey ? 10 : 1) * tickSize
    const next = {
      ArrowUp: () => moveTo(price + reach),
      ArrowDown: () => moveTo(price - reach),
      Enter: confirm,
      Escape: putBack,
      Backspace: askRemoval,
      Delete: askRemoval,
    }[event.key]
    if (next === undefined || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    event.stopPropagation()
    next()
  }
  const release = () => {
    held.current = null
  }
  const listeners = {
    onKeyDown: press,
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
      if (!currentTarget.parentElement?.contains(relatedTarget)) setRemoving(false)
    },
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.stopPropagation()
      const prices = placement.now()
      if (event.button !== 0 || prices === null) return
      event.currentTarget.setPointerCapture(event.pointerId)
      held.current = heightOf(event) - prices.yOf(price)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const prices = placement.now()
      if (held.current !== null && prices !== null) moveTo(prices.priceAt(heightOf(event) - held.current))
    },
    onPointerUp: release,
    onPointerCancel: release,
  }
  return { handle, isRemoving, putBack, remove, listeners }
}
