import { useRef, useState } from 'react'
import { useSnapshot } from '../../kit/console.tsx'
import { useListFocus } from '../../kit/hooks/use-list-focus.ts'
import { ScreenTitle } from '../../kit/layout/screen-title.tsx'
import { renameKey } from '../../kit/table/table-keys.ts'
import { NoticeList, ReadAll } from '../../notices/notice-list.tsx'
import styles from './notifications-screen.module.css'

export function NotificationsScreen() {
  const frame = useRef<HTMLDivElement>(null)
  const count = useSnapshot('notificationStream', ({ context }) => context.list.notices.length)
  const [takesFocus] = useState(count > 0)
  useListFocus(frame, { isMain: true, takesFocus })
  return (
    <div className={styles.screen}>
      <ScreenTitle title="Notifications" actions={<ReadAll />} />
      <div ref={frame} className={styles.sheet} onKeyDownCapture={renameKey}>
        <NoticeList />
      </div>
    </div>
  )
}
