import { type ReactNode, useLayoutEffect, useRef } from 'react'
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

/** The one h1 of a screen. It takes the focus when the screen comes, so that reading and keys begin here. */
export function ScreenTitle({ title, children, actions, documentTitle = title }: ScreenTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useDocumentTitle(documentTitle)
  useLayoutEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <div className={styles.row}>
      <div className={styles.words}>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          <bdi>{title}</bdi>
        </h1>
        {children}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
