import { formatNumber } from '../../../domain/format.ts'
import type { ImportStatus } from '../../../machines/candle-import.ts'
import styles from './import-panel.module.css'

interface BadRowsProps {
  readonly rows: ImportStatus['badRows']
  readonly count: number
  /** What became of them: `left out`. */
  readonly words: string
}

/** The first rows that were not as they should be, with file, line and why. */
export function BadRows({ rows, count, words }: BadRowsProps) {
  const said = `${formatNumber(count, 0)} ${count === 1 ? 'row' : 'rows'} ${words}`
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by key
    <section className={styles.sample} aria-label={said} tabIndex={0}>
      <table>
        <caption>
          {said}
          {count > rows.length && `, the first ${rows.length} here`}
        </caption>
        <thead>
          <tr>
            <th scope="col">File</th>
            <th scope="col">Line</th>
            <th scope="col">Why</th>
            <th scope="col">Text</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.file} ${row.line}`}>
              <td>
                <bdi>{row.file}</bdi>
              </td>
              <td>{row.line}</td>
              <td>{row.reason}</td>
              <td>
                <bdi>{row.text}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
