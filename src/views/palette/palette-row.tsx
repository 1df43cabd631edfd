import { memo, type ReactNode } from 'react'
import { KeyCap } from '../kit/control/key-cap.tsx'
import { CutName } from '../kit/instrument/cut-name.tsx'
import styles from './palette.module.css'

export const rowElementId = (index: number): string => `palette-row-${index}`

interface PaletteRowProps {
  readonly index: number
  readonly title: string
  readonly detail: string
  readonly keys: string | undefined
  /** Both 0 unless a correction changed the title. */
  readonly changedFrom: number
  readonly changedTo: number
  readonly isTyped: boolean
  readonly isChosen: boolean
  readonly content?: ReactNode
  /** By index; must be stable. */
  readonly onPoint: (index: number) => void
  readonly onPick: (index: number) => void
}

/** Not cmdk's `Item`: that subscribes twice and reads its text on every render, which is slow. */
export const Row = memo(function Row(props: PaletteRowProps) {
  const { index, title, detail, keys, isTyped, isChosen, changedFrom, changedTo, content } = props
  const { onPoint, onPick } = props
  const id = rowElementId(index)
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the chosen row
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the field does the same
    <div
      id={id}
      role="option"
      aria-selected={isChosen}
      data-selected={isChosen}
      data-value={id}
      cmdk-item=""
      className={styles.row}
      onPointerMove={() => onPoint(index)}
      // Keeps the focus in the text field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onPick(index)}
    >
      {content ?? (
        <>
          <span className={isTyped ? styles.typed : styles.title}>
            {changedTo > changedFrom ? (
              <>
                {title.slice(0, changedFrom)}
                <em>{title.slice(changedFrom, changedTo)}</em>
                {title.slice(changedTo)}
              </>
            ) : (
              <CutName name={title} />
            )}
          </span>
          <span className={styles.detail}>{detail}</span>
        </>
      )}
      {keys !== undefined && (
        <span className={styles.keys}>
          <Caps keys={keys} />
        </span>
      )}
    </div>
  )
})

const Caps = memo(KeyCap)
