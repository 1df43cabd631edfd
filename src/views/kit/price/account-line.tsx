import { bookTitles } from '../../../domain/orders/book.ts'
import { useSnapshot } from '../console.tsx'
import styles from './account-line.module.css'

export function AccountLine() {
  const user = useSnapshot('auth', ({ context }) => context.user)
  if (user === null) return null
  return (
    <p className={styles.account}>
      Account <b>{user.userName}</b> <bdi>{user.userBrokerId}</bdi>
      <span className={styles.mode}>{bookTitles[user.book].long}</span>
    </p>
  )
}
