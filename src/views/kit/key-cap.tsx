import styles from './key-cap.module.css'

/** Keys as printed, `Ctrl K` or `g h`, each on its cap; `isOne` puts them all on one. */
export function KeyCap({ keys, isOne = false }: { readonly keys: string; readonly isOne?: boolean }) {
  const caps = isOne ? [keys] : keys.split(' ')
  return (
    <span className={styles.keys}>
      {caps.map((cap, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a chord such as `g g` repeats a key
        <kbd key={place} className={styles.cap}>
          {cap}
        </kbd>
      ))}
    </span>
  )
}
