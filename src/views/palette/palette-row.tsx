import { memo } from 'react'
import { CutName } from '../kit/cut-name.tsx'
import { KeyCap } from '../kit/key-cap.tsx'
import styles from './palette.module.css'

/** What a row is called, by its place. */
export const rowElementId = (place: number): string => `palette-row-${place}`

interface PaletteRowProps {
  readonly place: number
  readonly title: string
  readonly detail: string
  readonly keys: string | undefined
  /** Characters of the title that a correction has changed; both 0 of any other row. */
  readonly changedFrom: number
  readonly changedTo: number
  /** Its title is a piece of the line. */
  readonly isTyped: boolean
  readonly isChosen: boolean
  /** By place. The same functions from render to render: a row whose words stay is not drawn again. */
  readonly onPoint: (place: number) => void
  readonly onPick: (place: number) => void
}

/**
 * An option as cmdk finds one, by its attributes, to walk to it and to scroll to it. It is not cmdk's own `Item`: that one
 * subscribes twice, listens anew and reads its own text with every render, and nearly every row changes with every key.
 */
export const Row = memo(function Row(props: PaletteRowProps) {
  const { place, title, detail, keys, isTyped, isChosen, changedFrom, changedTo, onPoint, onPick } = props
  const id = rowElementId(place)
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
      onPointerMove={() => onPoint(place)}
      // One goes on typing after a click.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onPick(place)}
    >
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
      {keys !== undefined && (
        <span className={styles.keys}>
          <Caps keys={keys} />
        </span>
      )}
    </div>
  )
})

const Caps = memo(KeyCap)
