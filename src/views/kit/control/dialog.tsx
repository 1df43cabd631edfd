import type { ReactNode } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { Button } from './button.tsx'
import styles from './dialog.module.css'
import { FocusReturn } from './focus-return.tsx'

interface DialogProps {
  readonly title: string
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly children: ReactNode
  readonly footer?: ReactNode
  readonly isWide?: boolean
  /** For a form of several groups: wider still, and over the whole screen of a phone. */
  readonly isSheet?: boolean
  /** Needs an answer, so a click outside does not close it. */
  readonly isAlert?: boolean
}

export function Dialog({
  title,
  isOpen,
  onClose,
  children,
  footer,
  isWide = false,
  isSheet = false,
  isAlert = false,
}: DialogProps) {
  return (
    <ModalOverlay
      className={`${styles.scrim} ${isSheet ? styles.sheetScrim : ''}`}
      isOpen={isOpen}
      isDismissable={!isAlert}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <Modal className={`${styles.modal} ${isWide ? styles.wide : ''} ${isSheet ? styles.sheet : ''}`}>
        <AriaDialog className={styles.dialog ?? ''} role={isAlert ? 'alertdialog' : 'dialog'}>
          <FocusReturn />
          <div className={styles.head}>
            <Heading slot="title" level={2} className={styles.title ?? ''}>
              {title}
            </Heading>
            <Button kind="quiet" icon="close" aria-label="Close" onPress={onClose} />
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
          <section className={styles.body} aria-label={title} tabIndex={0}>
            {children}
          </section>
          {footer !== undefined && <div className={styles.foot}>{footer}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
