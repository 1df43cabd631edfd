import styles from './key-cap.module.css'

export function KeyCap({ keys, isOne = false }: { readonly keys: string; readonly isOne?: boolean }) {
  const caps = isOne ? [keys] : keys.split(' ')
  return (
    <span className={styles.keys}>
      {caps.map((cap, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a chord such as `g g` repeats a key
        <kbd key={index} className={styles.cap}>
          {cap}
        </kbd>
      ))}
    </span>
  )
}
