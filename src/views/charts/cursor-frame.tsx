import type { CSSProperties, KeyboardEvent, PointerEvent, ReactNode } from 'react'
import styles from './cursor-frame.module.css'
import type { Cursor } from './use-cursor.ts'

interface CursorFrameProps {
  readonly label: string
  readonly kind?: string
  readonly cursor: Cursor
  readonly length: number
  /** The index used while the cursor is hidden. */
  readonly restsAt: number
  readonly valueText: string
  /** Absent if parts of the drawing handle the pointer themselves. */
  readonly nearest?: (pixel: number) => number | null
  /** Called by a click, and by Enter while the cursor is shown. */
  readonly onPick?: () => void
  readonly className?: string | undefined
  readonly style?: CSSProperties
  readonly children: ReactNode
}

export function CursorFrame({
  label,
  kind = 'chart',
  cursor,
  length,
  restsAt,
  valueText,
  nearest,
  onPick,
  className = styles.whole,
  style,
  children,
}: CursorFrameProps) {
  const follow = nearest && {
    onPointerMove: (event: PointerEvent) => cursor.set(nearest(fromLeft(event))),
    onPointerDown: (event: PointerEvent) => cursor.set(nearest(fromLeft(event))),
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && onPick !== undefined && cursor.at !== null) {
      event.preventDefault()
      event.stopPropagation()
      onPick()
    } else cursor.onKeyDown(event)
  }
  return (
    <div
      className={className}
      style={style}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-roledescription={kind}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, length - 1)}
      aria-valuenow={cursor.at ?? restsAt}
      aria-valuetext={valueText}
      onKeyDown={press}
      {...(onPick === undefined ? {} : { onClick: onPick })}
      {...follow}
      onPointerLeave={() => cursor.set(null)}
      onBlur={() => cursor.set(null)}
    >
      {children}
    </div>
  )
}

const fromLeft = (event: PointerEvent): number =>
  event.clientX - event.currentTarget.getBoundingClientRect().left

interface ReadoutProps {
  readonly isCursorRight: boolean
  readonly top?: number
  readonly right: number
  readonly title: string
  readonly children: ReactNode
}

export function Readout({ isCursorRight, top = 10, right, title, children }: ReadoutProps) {
  return (
    <div
      className={styles.readout}
      aria-hidden="true"
      style={isCursorRight ? { top, left: 10 } : { top, right: right + 10 }}
    >
      <span className={styles.title}>{title}</span>
      {children}
    </div>
  )
}
