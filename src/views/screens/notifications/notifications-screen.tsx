import { useRef, useState } from 'react'
import { useSnapshot } from '../../kit/console.tsx'
import { ScreenTitle } from '../../kit/screen-title.tsx'
import { renameKey } from '../../kit/table-keys.ts'
import { useListFocus } from '../../kit/use-list-focus.ts'
import { NoticeList, ReadAll } from '../../notices/notice-list.tsx'
import styles from './notifications-screen.module.css'

/** The same list as the panel, with room. */
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
