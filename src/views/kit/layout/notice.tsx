import type { ReactNode } from 'react'
import { Button } from '../control/button.tsx'
import { Icon, type IconName } from './icon.tsx'
import styles from './notice.module.css'

interface NoticeProps {
  readonly icon?: IconName
  readonly title: string
  readonly children?: ReactNode
}

export function EmptyNotice({ icon = 'info', title, children }: NoticeProps) {
  return (
    <div className={styles.notice}>
      <Icon name={icon} size={20} />
      <p className={styles.title}>{title}</p>
      {children !== undefined && <div className={styles.text}>{children}</div>}
    </div>
  )
}

export function ErrorNotice({
  message,
  onRetry,
}: {
  readonly message: string
  readonly onRetry?: () => void
}) {
  return (
    <div className={styles.notice} role="alert">
      <span className={styles.bad}>
        <Icon name="warning" size={20} />
      </span>
      <p className={styles.title}>
        <bdi>{message}</bdi>
      </p>
      {onRetry && <Button onPress={onRetry}>Retry</Button>}
    </div>
  )
}
