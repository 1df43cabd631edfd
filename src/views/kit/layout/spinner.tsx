import { Mark } from './logo.tsx'
import styles from './spinner.module.css'

export function FullScreenSpinner({ text }: { readonly text: string }) {
  return (
    <div className={styles.page} role="status">
      <Mark size={28} />
      <span className={styles.track} aria-hidden="true">
        <span className={styles.runner} />
      </span>
      <span className={styles.text}>{text}</span>
    </div>
  )
}
