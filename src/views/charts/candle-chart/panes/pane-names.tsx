import { useMemo, useRef } from 'react'
import { panesOf } from '../../../../domain/charts/panes.ts'
import type { Placement } from '../lines/price-line.ts'
import { type Stand, useStanding } from '../lines/price-lines.tsx'
import styles from './pane-names.module.css'

interface NamedLine {
  readonly label: string
  readonly pane: string
  readonly colour: number
}

interface PaneNamesProps {
  readonly lines: readonly NamedLine[]
  readonly placement: Placement
  readonly chosen: string | null
}

const standNames: Stand = (box, { panes }) => {
  for (const name of box.querySelectorAll<HTMLElement>('[data-pane]')) {
    const pane = panes.find(({ id }) => id === name.dataset.pane)
    name.hidden = pane === undefined
    if (pane !== undefined) name.style.transform = `translateY(${pane.top}px)`
  }
}

export function PaneNames({ lines, placement, chosen }: PaneNamesProps) {
  const box = useRef<HTMLDivElement>(null)
  const panes = useMemo(() => panesOf(lines), [lines])
  useStanding(box, standNames, placement, panes)
  return (
    <div ref={box} className={styles.names} aria-hidden="true">
      {panes.map((pane) => (
        <span
          key={pane}
          className={styles.name}
          data-pane={pane}
          data-chosen={pane === chosen && panes.length > 1 ? '' : undefined}
        >
          {lines
            .filter((line) => line.pane === pane)
            .map((line) => (
              <span key={line.label} style={{ color: `var(--series-${(line.colour % 6) + 1})` }}>
                {line.label}
              </span>
            ))}
        </span>
      ))}
    </div>
  )
}

export const nameOfPane = (lines: readonly NamedLine[], pane: string): string =>
  lines.find((line) => line.pane === pane)?.label ?? ''
