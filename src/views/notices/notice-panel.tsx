import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { pathOf } from '../../domain/screens.ts'
import { useConsole, useSnapshot } from '../kit/console.tsx'
import { Button } from '../kit/control/button.tsx'
import { NoticeList, ReadAll } from './notice-list.tsx'
import styles from './notice-panel.module.css'
import { useCounted } from './use-counted.ts'

export function NoticePanel() {
  const isOpen = useSnapshot('noticePanel', (panel) => panel.matches({ panel: 'open' }))
  return isOpen ? <OpenPanel /> : null
}

function OpenPanel() {
  const { dispatch } = useConsole()
  const heading = useRef<HTMLHeadingElement>(null)
  const counted = useCounted()
  useEffect(() => {
    const before = document.activeElement
    heading.current?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  const close = () => dispatch({ to: 'noticePanel', event: { type: 'notices.close' } })
  return (
    <section className={styles.panel} aria-labelledby="notice-panel-title">
      <div className={styles.head}>
        <h2 id="notice-panel-title" ref={heading} tabIndex={-1} className={styles.title}>
          Notifications
        </h2>
        {counted !== null && <span className={styles.unread}>{counted.unreadCount} unread</span>}
        <ReadAll />
        <Link href={pathOf('notifications')} className={styles.page ?? ''} onClick={close}>
          Open as page
        </Link>
        <Button kind="quiet" icon="close" aria-label="Close notifications" onPress={close} />
      </div>
      <NoticeList />
    </section>
  )
}
