import { useEffect } from 'react'
import type { Definition } from '../../../domain/strategies/definitions/definition.ts'
import { shapeOf } from '../../../domain/strategies/definitions/definition.ts'
import { usedIn } from '../../../domain/strategies/definitions/expand.ts'
import { meaningOf } from '../../../domain/strategies/definitions/written.ts'
import { DAY_MS } from '../../../domain/time.ts'
import type { SavedDefinition } from '../../../machines/strategies/definitions.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { useMarketTime } from '../../kit/hooks/use-market-time.ts'
import { shortInstant } from '../../kit/instants.ts'
import { Badge } from '../../kit/layout/badge.tsx'
import { ErrorNotice } from '../../kit/layout/notice.tsx'
import { Skeleton } from '../../kit/layout/skeleton.tsx'
import { RuleText } from '../../kit/rule-text.tsx'
import text from '../../theme/text.module.css'
import styles from './definitions.module.css'

interface DefinitionPanelProps {
  readonly saved: SavedDefinition
  readonly definitions: readonly SavedDefinition[]
}

const exampleOf = ({ name, params }: Definition): string =>
  params.length === 0 ? name : `${name}(${params.map((param) => param.default ?? '14').join(',')})`

export function DefinitionPanel({ saved, definitions }: DefinitionPanelProps) {
  const { definition, version } = saved
  const all = definitions.map((one) => one.definition)
  const example = exampleOf(definition)
  const meaning = meaningOf(example, all)
  const users = all.filter((other) => usedIn(other, all).includes(definition.name))
  return (
    <aside className={styles.panel} aria-label="Definition">
      <div className={styles.head}>
        <h2 className={`${styles.title} ${text.cut}`}>
          <bdi>{shapeOf(definition)}</bdi>
        </h2>
        <Badge>{`v${version}`}</Badge>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section className={styles.body} aria-label={`Meaning and versions of ${definition.name}`} tabIndex={0}>
        <div className={styles.meaning}>
          <p className={text.muted}>
            <code className={text.mono}>{example}</code> stands for
          </p>
          {meaning === null ? (
            <p className={text.down}>It cannot be read any more: change it.</p>
          ) : (
            <RuleText rule={meaning} />
          )}
        </div>
        {users.length > 0 && (
          <p>{`Used by ${users.map(({ name }) => name).join(', ')}. It cannot be deleted before they are changed.`}</p>
        )}
        <p className={text.muted}>
          Strategies, scanners, alerts and deployments keep what it stood for when they were saved, and say so
          when it has changed.
        </p>
        <Versions saved={saved} />
      </section>
    </aside>
  )
}

function Versions({ saved: { definition, version } }: { readonly saved: SavedDefinition }) {
  const { run, dispatch } = useConsole()
  const { name } = definition
  const now = useMarketTime(DAY_MS)
  const ask = () => dispatch({ to: 'definitionVersions', event: { type: 'request.send', input: name } })
  useEffect(
    () => dispatch({ to: 'definitionVersions', event: { type: 'request.send', input: name } }),
    [dispatch, name],
  )
  const output = useSnapshot('definitionVersions', ({ context }) => context.output)
  const message = useSnapshot('definitionVersions', ({ context }) => context.message)
  if (message !== null) return <ErrorNotice message={message} onRetry={ask} />
  const earlier = output?.filter((one) => one.definition.name === name && one.version < version)
  if (output === null || output[0]?.definition.name !== name) return <Skeleton rows={2} />
  if (earlier === undefined || earlier.length === 0) return null
  return (
    <>
      <h3 className={text.section}>Earlier versions</h3>
      <ul className={styles.versions}>
        {earlier.map((one) => (
          <li key={one.version}>
            <p className={text.muted}>{`v${one.version} · ${shortInstant(one.savedAt, now)}`}</p>
            <RuleText rule={one.definition.body} />
            <Button
              kind="quiet"
              aria-label={`Restore version ${one.version}`}
              onPress={() => run({ command: 'definition.set', args: { definition: one.definition } })}
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
