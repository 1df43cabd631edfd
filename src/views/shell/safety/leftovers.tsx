import styles from './kill-dialog.module.css'

interface LeftoversProps {
  readonly title: string
  readonly rows: readonly { readonly sym: string; readonly reason: string }[]
}

export function Leftovers({ title, rows }: LeftoversProps) {
  return (
    <>
      <p className={styles.bad} role="alert">
        {title}
      </p>
      <dl className={styles.leftovers}>
        {rows.map(({ sym, reason }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a symbol may occur twice
          <div key={index}>
            <dt>{sym}</dt>
            <dd>
              <bdi>{reason}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
