import styles from './skeleton.module.css'

/** As high as rows, so that nothing moves when they load. */
export function Skeleton({ rows = 6 }: { readonly rows?: number }) {
  return (
    <div className={styles.skeleton} aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars have no identity
        <div key={row} className={styles.row}>
          <span className={styles.bar} style={{ width: `${18 + ((row * 7) % 13)}%` }} />
          <span className={styles.bar} style={{ width: `${8 + ((row * 5) % 9)}%` }} />
          <span className={styles.bar} style={{ width: '12%', marginLeft: 'auto' }} />
        </div>
      ))}
    </div>
  )
}
