import { formatNumber } from '../../../domain/format.ts'
import { tradingSymbolOf } from '../../../domain/instruments/instrument.ts'
import type { Breadth } from '../../../machines/positions/day.ts'
import { useSnapshot } from '../../kit/console.tsx'
import { useKeptCurrent } from '../../kit/hooks/use-kept-current.ts'
import { ErrorNotice } from '../../kit/layout/notice.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { Skeleton } from '../../kit/layout/skeleton.tsx'
import text from '../../theme/text.module.css'
import styles from './breadth-panel.module.css'

export function BreadthPanel() {
  const askAgain = useKeptCurrent('breadth')
  const output = useSnapshot('breadth', ({ context }) => context.output)
  const message = useSnapshot('breadth', ({ context }) => context.message)
  return (
    <Panel title="Breadth" note="against yesterday's close" className={styles.panel}>
      {output !== null ? (
        <ul className={styles.rows}>
          {output.map((one) => (
            <BreadthRow key={one.key} of={one} />
          ))}
        </ul>
      ) : message !== null ? (
        <ErrorNotice message={message} onRetry={askAgain} />
      ) : (
        <Skeleton rows={3} />
      )}
    </Panel>
  )
}

function BreadthRow({ of: { key, advances, declines, unchanged } }: { readonly of: Breadth }) {
  const name = tradingSymbolOf(key)
  const all = advances + declines + unchanged
  const share = all === 0 ? 0 : Math.round((100 * advances) / all)
  const flat = unchanged === 0 ? '' : ` · ${formatNumber(unchanged, 0)} flat`
  return (
    <li className={styles.row}>
      <span className={styles.words}>
        <b className={text.up}>{formatNumber(advances, 0)}</b>
        <span className={text.muted}>{`${name} · ${share}% up${flat}`}</span>
        <b className={text.down}>{formatNumber(declines, 0)}</b>
      </span>
      <span className={styles.bar} aria-hidden="true">
        <span className={styles.up} style={{ flexGrow: advances }} />
        <span className={styles.flat} style={{ flexGrow: unchanged }} />
        <span className={styles.down} style={{ flexGrow: declines }} />
      </span>
    </li>
  )
}
