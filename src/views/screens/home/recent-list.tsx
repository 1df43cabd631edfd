import { pathOf, pathOfScanner } from '../../../domain/screens.ts'
import type { Recent } from '../../../machines/instruments/recents.ts'
import { useCommand, useSnapshot } from '../../kit/console.tsx'
import { KeyCap } from '../../kit/control/key-cap.tsx'
import { useNow } from '../../kit/hooks/use-now.ts'
import { sinceInWords } from '../../kit/instants.ts'
import { Panel } from '../../kit/layout/panel.tsx'
import { openPath } from '../../kit/open-path.ts'
import text from '../../theme/text.module.css'
import styles from './home-screen.module.css'

const pathOfRecent = {
  strategy: (slug: string) => pathOf('my-strategies', { slug }),
  scanner: pathOfScanner,
}

export function RecentList() {
  const run = useCommand()
  const open = ({ kind, slug }: Recent) => {
    if (kind === 'backtest') run({ command: 'backtest.open', args: { run: slug } })
    else run(openPath(pathOfRecent[kind](slug)))
  }
  const now = useNow(60_000)
  const items = useSnapshot('recents', ({ context }) => context.items)
  return (
    <Panel title="Recent" className={styles.fixed}>
      {items.length === 0 ? (
        <p className={styles.line}>
          <span className={text.muted}>Your five most recent items appear here.</span>
        </p>
      ) : (
        <ol>
          {items.map((item, index) => (
            <li key={item.slug}>
              <button
                type="button"
                className={styles.line}
                data-answers={String(index + 1)}
                onClick={() => open(item)}
              >
                <KeyCap keys={String(index + 1)} />
                <bdi className={text.cut}>{item.name}</bdi>
                <span className={text.muted}>{item.kind}</span>
                <span className={`${text.muted} ${styles.end}`}>{sinceInWords(item.at, now)}</span>
              </button>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}
