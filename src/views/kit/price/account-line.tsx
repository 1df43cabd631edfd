import type { Book } from '../../../domain/orders/book.ts'
import { useSnapshot } from '../console.tsx'
import styles from './account-line.module.css'

const tradingWords: Readonly<Record<Book, string>> = {
  virtual: 'Virtual (paper) trading',
  broker: 'Broker trading',
}

export function AccountLine() {
  const user = useSnapshot('auth', ({ context }) => context.user)
  if (user === null) return null
  return (
    <p className={styles.account}>
      Account <b>{user.userName}</b> <bdi>{user.userBrokerId}</bdi>
      <span className={styles.mode}>{tradingWords[user.book]}</span>
    </p>
  )
}
