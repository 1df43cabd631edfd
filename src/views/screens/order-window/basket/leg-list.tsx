import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react'
import { GridList, GridListItem } from 'react-aria-components/GridList'
import { useDragAndDrop } from 'react-aria-components/useDragAndDrop'
import type { BasketLeg } from '../../../../machines/orders/basket-legs.ts'
import { maySend } from '../../../../machines/orders/leg-state.ts'
import type { OrderPreviewAnswer } from '../../../../machines/orders/order-placement.ts'
import { useConsole, useSnapshot } from '../../../kit/console.tsx'
import { sideWords, titleOf } from '../ticket/draft-words.ts'
import { LegRow } from './leg-row.tsx'
import { LegSteps } from './leg-steps.tsx'
import styles from './legs.module.css'

interface LegListProps {
  readonly legs: readonly BasketLeg[]
  readonly preview: OrderPreviewAnswer | null
  readonly isLocked: boolean
}

interface Row extends BasketLeg {
  readonly id: string
}

const titles = ['', '', 'Contract', 'Lots', 'Type', 'Price', 'Product', 'LTP', 'Margin', '']

/** Alt with the arrows, or the grip, moves a leg; Backspace removes it. */
export function LegList({ legs, preview, isLocked }: LegListProps) {
  const { run, setFocus } = useConsole()
  const index = useSnapshot('instruments', ({ context }) => context.index)
  const frame = useRef<HTMLDivElement>(null)
  const [said, setSaid] = useState('')
  const [current, setCurrent] = useState<string | null>(null)
  const stepped = legs.find(({ leg }) => leg === current) ?? legs[0]
  const nameOf = ({ draft }: BasketLeg) => `${sideWords[draft.side]} ${titleOf(draft.instrument, index)}`
  const move = (leg: string, to: number) => {
    const from = legs.findIndex((one) => one.leg === leg)
    const moved = legs[from]
    if (moved === undefined || to < 0 || to >= legs.length || to === from || isLocked) return
    run({ command: 'basket.move', args: { leg, to } })
    setSaid(`${nameOf(moved)} is now ${to + 1} of ${legs.length}`)
    requestAnimationFrame(() => focusRow(frame.current, leg))
  }
  const { dragAndDropHooks } = useDragAndDrop<Row>({
    isDisabled: isLocked,
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': String(key) })),
    onReorder({ keys, target }) {
      const [key] = keys
      const from = legs.findIndex(({ leg }) => leg === key)
      const over = legs.findIndex(({ leg }) => leg === target.key)
      const before = target.dropPosition === 'before' ? over : over + 1
      if (key !== undefined) move(String(key), before > from ? before - 1 : before)
    },
  })
  const press = (event: KeyboardEvent) => {
    const row = event.target instanceof HTMLElement ? event.target.closest('[role=row]') : null
    const key = row?.getAttribute('data-key') ?? null
    if (key === null) return
    const direction = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    const isRemove = event.target === row && (event.key === 'Backspace' || event.key === 'Delete')
    if (isRemove && !isLocked) {
      event.preventDefault()
      run({ command: 'basket.remove', args: { leg: key } })
    }
    if (direction === 0 || !event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    move(key, legs.findIndex(({ leg }) => leg === key) + direction)
  }
  const watch = (event: FocusEvent) => {
    const key =
      event.target.closest('[role=row]')?.getAttribute('data-key') ?? event.target.getAttribute('data-leg')
    const leg = legs.find((one) => one.leg === key)
    if (leg !== undefined) setCurrent(leg.leg)
    setFocus(
      leg === undefined
        ? { kind: '', key: '' }
        : { kind: 'leg', key: leg.leg, instrument: leg.draft.instrument },
    )
  }
  const leave = (event: FocusEvent) => {
    if (!frame.current?.contains(event.relatedTarget)) setFocus({ kind: '', key: '' })
  }
  // Outlooks match legs by position, so an answer of another length is outdated.
  const priced = legs.filter(maySend)
  const outlooks = preview?.orders.length === priced.length ? preview.orders : []
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the grid inside takes the keys; this only adds some
    <div ref={frame} className={styles.whole} onKeyDownCapture={press} onFocus={watch} onBlur={leave}>
      <div className={styles.frame}>
        <div className={styles.titles} aria-hidden="true">
          {titles.map((title, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
            <span key={index}>{title}</span>
          ))}
        </div>
        <GridList<Row>
          aria-label="Legs"
          className={styles.list ?? ''}
          items={legs.map((leg) => ({ ...leg, id: leg.leg }))}
          keyboardNavigationBehavior="tab"
          dragAndDropHooks={dragAndDropHooks}
          dependencies={[outlooks, isLocked]}
          disallowTypeAhead
        >
          {(row) => (
            <GridListItem id={row.id} textValue={nameOf(row)} className={styles.row ?? ''}>
              <LegRow
                leg={row}
                outlook={outlooks[priced.findIndex(({ leg }) => leg === row.leg)] ?? null}
                isLocked={isLocked}
              />
            </GridListItem>
          )}
        </GridList>
      </div>
      {stepped !== undefined && maySend(stepped) && <LegSteps leg={stepped} isLocked={isLocked} />}
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </div>
  )
}

const focusRow = (frame: HTMLElement | null, leg: string) => {
  const row = frame?.querySelector<HTMLElement>(`[role=row][data-key="${CSS.escape(leg)}"]`)
  if (row && !row.contains(document.activeElement)) row.focus()
}
