import { type FocusEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import styles from './screen-title.module.css'
import { useDocumentTitle } from './use-document-title.ts'

interface ScreenTitleProps {
  readonly title: string
  /** Beside the title: badges and a few quiet words. */
  readonly children?: ReactNode
  /** Buttons at the far end. */
  readonly actions?: ReactNode
  /** Names the tab, where the title alone says too little. */
  readonly documentTitle?: string
}

/** Whether the focus is where opening a screen has put it. */
export const titleHasFocus = (): boolean => document.activeElement?.matches('main h1') === true

/**
 * The one h1 of a screen. It takes the focus when the screen opens. A list that takes it from here cuts a screen reader
 * short, so the name is said once more then.
 */
export function ScreenTitle({ title, children, actions, documentTitle = title }: ScreenTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [said, setSaid] = useState('')
  const sayAgain = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Element && relatedTarget.closest('[role=grid]')) setSaid(title)
  }
  useDocumentTitle(documentTitle)
  useLayoutEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <div className={styles.row}>
      <div className={styles.words}>
        <h1 ref={heading} tabIndex={-1} className={styles.title} onBlur={sayAgain}>
          <bdi>{title}</bdi>
        </h1>
        <span role="status" className="visually-hidden">
          {said}
        </span>
        {children}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
