import type { StrategyEntry } from '../../machines/strategies/strategies.ts'
import { versionsIn } from '../../machines/strategies/strategy-panel.ts'
import { useConsole, useSnapshot } from '../kit/console.tsx'
import { Button } from '../kit/control/button.tsx'
import { shortInstant } from '../kit/instants.ts'
import { ErrorNotice } from '../kit/layout/notice.tsx'
import { Skeleton } from '../kit/layout/skeleton.tsx'
import text from '../theme/text.module.css'
import styles from './version-list.module.css'

interface VersionsProps {
  readonly entry: Pick<StrategyEntry, 'slug' | 'version'>
  readonly hasTitle?: boolean
}

export function StrategyVersions({ entry: { slug, version }, hasTitle = true }: VersionsProps) {
  const { dispatch } = useConsole()
  const isThis = useSnapshot('strategyPanel', ({ context }) => context.row?.slug === slug)
  const versions = useSnapshot('strategyPanel', ({ context }) => versionsIn(context))
  const message = useSnapshot('strategyPanel', (panel) =>
    panel.matches('failed') ? (panel.context.message ?? '') : null,
  )
  return (
    <>
      {hasTitle && <h3 className={text.section}>Versions</h3>}
      {isThis && message !== null ? (
        <ErrorNotice
          message={message}
          onRetry={() => dispatch({ to: 'strategyPanel', event: { type: 'panel.retry' } })}
        />
      ) : !isThis || versions === null ? (
        <div role="status" aria-label="Versions: loading">
          <Skeleton rows={2} />
        </div>
      ) : (
        <ol className={styles.versions}>
          {versions.map((one) => (
            <Version key={one.version} slug={slug} isNewest={one.version === version} {...one} />
          ))}
        </ol>
      )}
    </>
  )
}

interface VersionProps {
  readonly slug: string
  readonly version: number
  readonly savedAt: number
  readonly changes: readonly string[]
  readonly isNewest: boolean
}

function Version({ slug, version, savedAt, changes, isNewest }: VersionProps) {
  const { run } = useConsole()
  return (
    <li className={styles.version}>
      <span className={styles.line}>
        <b>{`v${version}`}</b>
        <span className={text.muted}>{shortInstant(savedAt, Date.now())}</span>
        {!isNewest && (
          <Button
            kind="quiet"
            aria-label={`Restore version ${version}`}
            onPress={() => run({ command: 'strategy.restore', args: { strategy: slug, version } })}
          >
            Restore
          </Button>
        )}
      </span>
      {changes.map((change) => (
        <span key={change} className={text.second}>
          {change}
        </span>
      ))}
    </li>
  )
}
