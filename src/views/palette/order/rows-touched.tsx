import { type CommandCall, completeArgs, findCommand } from '../../../commands/registry.ts'
import { useConsole } from '../../kit/console.tsx'
import styles from './rows-touched.module.css'

const SHOWN_MAX = 6

export function RowsTouched({ call }: { readonly call: CommandCall }) {
  const { environment } = useConsole()
  const here = environment()
  const command = findCommand(call.command)
  const { args, missing } = command === null ? noArgs : completeArgs(command, call.args, here)
  const rows = missing === null ? (command?.affected?.(args, here) ?? []) : []
  return (
    <section className={styles.rows} aria-label="Affected rows">
      <p className={styles.count}>{countOf(rows.length)}</p>
      <ul className={styles.list}>
        {rows.slice(0, SHOWN_MAX).map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two orders may read alike
          <li key={index}>{row}</li>
        ))}
        {rows.length > SHOWN_MAX && <li>and {rows.length - SHOWN_MAX} more</li>}
      </ul>
    </section>
  )
}

const noArgs = { args: {}, missing: '' }

const countOf = (count: number): string => (count === 0 ? 'None known' : `Affects ${count}`)
