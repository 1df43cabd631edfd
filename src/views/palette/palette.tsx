import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { useConsole, useSnapshot } from '../kit/console.tsx'
import styles from './palette.module.css'
import { PaletteBody } from './palette-body.tsx'

/** The command line over the page. `Esc` and a click beside it close it; a half-written line is kept, and selected at the next opening. */
export function Palette() {
  const { actors } = useConsole()
  const isOpen = useSnapshot('palette', (palette) => !palette.matches('closed'))
  return (
    <ModalOverlay
      className={styles.scrim ?? ''}
      isOpen={isOpen}
      isDismissable
      onOpenChange={(open) => {
        if (!open) actors.palette.send({ type: 'palette.close' })
      }}
    >
      <Modal className={styles.modal ?? ''}>
        <Dialog className={styles.dialog ?? ''} aria-label="Command line">
          <PaletteBody />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
