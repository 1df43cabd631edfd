import { Mark } from './mark.tsx'
import styles from './spinner.module.css'

/** Covers the page while there is nothing yet to show; the words are for everyone. */
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
