import { type FocusEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useDocumentTitle } from '../hooks/use-document-title.ts'
import styles from './screen-title.module.css'

interface ScreenTitleProps {
  readonly title: string
  readonly children?: ReactNode
  readonly actions?: ReactNode
  readonly documentTitle?: string
}

/** The focus has not moved since the screen opened. */
export const titleHasFocus = (): boolean => document.activeElement?.matches('main h1') === true

/** A list that takes the focus from the title interrupts screen readers, so the name is announced again. */
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
