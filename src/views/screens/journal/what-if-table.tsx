import type { JournalEntry } from '../../../domain/analysis/journal/structures.ts'
import type { PathStep } from '../../../domain/analysis/journal/trip-path.ts'
import { ruleInWords, type WhatIf } from '../../../domain/analysis/journal/what-if.ts'
import { formatNumber, formatSigned } from '../../../domain/format.ts'
import { toIstClock } from '../../../domain/time.ts'
import { useConsole } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { Signed } from '../../kit/price/signed.tsx'
import text from '../../theme/text.module.css'
import styles from './trip-panel.module.css'

interface WhatIfTableProps {
  readonly entry: JournalEntry
  readonly rows: readonly WhatIf[]
  readonly path: readonly PathStep[]
}

const missed = ({ missedBy }: WhatIf): string =>
  missedBy !== null ? `missed by ${formatNumber(missedBy)}` : 'not hit'

export function WhatIfTable({ entry, rows, path }: WhatIfTableProps) {
  const largest = Math.max(1, Math.abs(entry.pnl), ...rows.map(({ pnl }) => Math.abs(pnl)))
  const last = path.at(-1)
  const { run } = useConsole()
  return (
    <table className={styles.whatIf}>
      <caption className="visually-hidden">What if</caption>
      <thead>
        <tr>
          <th scope="col">What if{entry.legs.length > 1 ? ', by closes of all legs' : ''}</th>
          <th scope="col">At</th>
          <th scope="col">Price</th>
          <th scope="col">P&L</th>
          <th scope="col">Against yours</th>
        </tr>
      </thead>
      <tbody>
        <tr data-traded="">
          <th scope="row">As traded</th>
          <td>{toIstClock(entry.closedAt ?? entry.openedAt)}</td>
          <td>{last?.bestPrice == null ? '–' : formatNumber(last.bestPrice)}</td>
          <td>
            <Bar pnl={entry.pnl} largest={largest} />
            <Signed value={entry.pnl} format={(pnl) => formatSigned(pnl)} />
          </td>
          <td />
        </tr>
        {rows.map((row) => (
          <tr key={ruleInWords(row.rule)}>
            <th scope="row">{ruleInWords(row.rule)}</th>
            <td>{row.exit === null ? '–' : toIstClock(row.exit.at)}</td>
            <td>{row.exit?.price == null ? '–' : formatNumber(row.exit.price)}</td>
            <td data-quiet={row.exit === null ? '' : undefined}>
              <Bar pnl={row.pnl} largest={largest} />
              <Signed value={row.pnl} format={(pnl) => formatSigned(pnl)} />
            </td>
            <td>
              {row.exit === null ? (
                <span className={text.muted}>{missed(row)}</span>
              ) : (
                <Signed value={row.pnl - entry.pnl} format={(pnl) => formatSigned(pnl)} />
              )}
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td colSpan={5}>
            <Button kind="quiet" onPress={() => run({ command: 'journal.whatIf', args: {} })}>
              {rows.some(({ rule }) => rule.kind === 'own')
                ? 'Remove own stop and target'
                : 'Own stop and target'}
            </Button>
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

function Bar({ pnl, largest }: { readonly pnl: number; readonly largest: number }) {
  const share = (50 * Math.abs(pnl)) / largest
  return (
    <span className={styles.bar} aria-hidden="true">
      <span
        data-tone={pnl < 0 ? 'down' : 'up'}
        style={{ width: `${share}%`, [pnl < 0 ? 'right' : 'left']: '50%' }}
      />
    </span>
  )
}
