import { ScreenTitle } from '../../kit/screen-title.tsx'
import { NoticeList, ReadAll } from '../../notices/notice-list.tsx'
import styles from './notifications-screen.module.css'

/** The same list as the panel, with room. */
export function NotificationsScreen() {
  return (
    <div className={styles.screen}>
      <ScreenTitle title="Notifications" actions={<ReadAll />} />
      <div className={styles.sheet}>
        <NoticeList />
      </div>
    </div>
  )
}
