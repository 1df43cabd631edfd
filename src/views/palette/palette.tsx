import { type CSSProperties, useMemo } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useConsole, useSnapshot } from '../kit/console.tsx'
import { FocusReturn } from '../kit/control/focus-return.tsx'
import styles from './palette.module.css'
import { PaletteBody } from './palette-body.tsx'
import { findCurrentRow, isTight, type PaletteSpan, spanBeside } from './palette-span.ts'

const styleOf = (span: PaletteSpan | null): CSSProperties =>
  span === null || span.room === null
    ? {}
    : ({ '--palette-top': `${span.top}px`, '--palette-room': `${span.room}px` } as CSSProperties)

/** Closing keeps a half-written line and selects it at the next opening. */
export function Palette() {
  const { dispatch } = useConsole()
  const isOpen = useSnapshot('palette', (palette) => !palette.matches('closed'))
  // Measured before the line takes the focus from the row.
  const span = useMemo(() => (isOpen ? spanBeside(findCurrentRow(), window.innerHeight) : null), [isOpen])
  return (
    <ModalOverlay
      className={styles.scrim ?? ''}
      style={styleOf(span)}
      isOpen={isOpen}
      isDismissable
      onOpenChange={(open) => {
        if (!open) dispatch({ to: 'palette', event: { type: 'palette.close' } })
      }}
    >
      <Modal className={styles.modal ?? ''} {...(span !== null && isTight(span) ? { 'data-tight': '' } : {})}>
        <Dialog className={styles.dialog ?? ''} aria-label="Command line">
          <PaletteBody />
          <FocusReturn />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
