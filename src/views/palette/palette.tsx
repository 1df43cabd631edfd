import { type CSSProperties, useMemo } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useConsole, useSnapshot } from '../kit/console.tsx'
import styles from './palette.module.css'
import { PaletteBody } from './palette-body.tsx'
import { findCurrentRow, isTight, type PalettePlace, placeBeside } from './palette-place.ts'

const styleOf = (place: PalettePlace | null): CSSProperties =>
  place === null || place.room === null
    ? {}
    : ({ '--palette-top': `${place.top}px`, '--palette-room': `${place.room}px` } as CSSProperties)

/** Closing keeps a half-written line and selects it at the next opening. */
export function Palette() {
  const { dispatch } = useConsole()
  const isOpen = useSnapshot('palette', (palette) => !palette.matches('closed'))
  // Measured before the line takes the focus from the row.
  const place = useMemo(() => (isOpen ? placeBeside(findCurrentRow(), window.innerHeight) : null), [isOpen])
  return (
    <ModalOverlay
      className={styles.scrim ?? ''}
      style={styleOf(place)}
      isOpen={isOpen}
      isDismissable
      onOpenChange={(open) => {
        if (!open) dispatch({ to: 'palette', event: { type: 'palette.close' } })
      }}
    >
      <Modal
        className={styles.modal ?? ''}
        {...(place !== null && isTight(place) ? { 'data-tight': '' } : {})}
      >
        <Dialog className={styles.dialog ?? ''} aria-label="Command line">
          <PaletteBody />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
