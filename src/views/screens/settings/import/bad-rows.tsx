import { formatNumber } from '../../../../domain/format.ts'
import type { ImportStatus } from '../../../../machines/instruments/candle-import.ts'
import styles from './import-panel.module.css'

interface BadRowsProps {
  readonly rows: ImportStatus['badRows']
  readonly count: number
  readonly words: string
}

export function BadRows({ rows, count, words }: BadRowsProps) {
  const said = `${formatNumber(count, 0)} ${count === 1 ? 'row' : 'rows'} ${words}`
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
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
            <th scope="col">Reason</th>
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
