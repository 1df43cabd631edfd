import { useEffect } from 'react'
import { callOfDefinition, shapeOf } from '../../../domain/strategies/definitions/definition.ts'
import { usedIn } from '../../../domain/strategies/definitions/expand.ts'
import { meaningOf } from '../../../domain/strategies/definitions/written.ts'
import type { SavedDefinition } from '../../../machines/strategies/definitions.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { shortInstant } from '../../kit/instants.ts'
import { Badge } from '../../kit/layout/badge.tsx'
import { ErrorNotice } from '../../kit/layout/notice.tsx'
import { SideBody, SidePanel, SideRule } from '../../kit/layout/side-panel.tsx'
import { Skeleton } from '../../kit/layout/skeleton.tsx'
import { RuleText } from '../../kit/rule-text.tsx'
import text from '../../theme/text.module.css'
import styles from './definitions.module.css'

interface DefinitionPanelProps {
  readonly saved: SavedDefinition
  readonly definitions: readonly SavedDefinition[]
}

export function DefinitionPanel({ saved, definitions }: DefinitionPanelProps) {
  const { definition, version } = saved
  const all = definitions.map((one) => one.definition)
  const example = callOfDefinition(definition, '14')
  const meaning = meaningOf(example, all)
  const users = all.filter((other) => usedIn(other, all).includes(definition.name))
  return (
    <SidePanel label="Definition" title={shapeOf(definition)} badges={<Badge>{`v${version}`}</Badge>}>
      <SideBody label={`Meaning and versions of ${definition.name}`}>
        <SideRule>
          <p className={text.muted}>
            <code className={text.mono}>{example}</code> stands for
          </p>
          {meaning === null ? (
            <p className={text.down}>It cannot be read any more: change it.</p>
          ) : (
            <RuleText rule={meaning} />
          )}
        </SideRule>
        {users.length > 0 && (
          <p
            className={styles.note}
          >{`Used by ${users.map(({ name }) => name).join(', ')}. It cannot be deleted before they are changed.`}</p>
        )}
        <p className={`${styles.note} ${text.muted}`}>
          Strategies, scanners, alerts and deployments keep what it stood for when they were saved, and say so
          when it has changed.
        </p>
        <Versions saved={saved} />
      </SideBody>
    </SidePanel>
  )
}

function Versions({ saved: { definition, version } }: { readonly saved: SavedDefinition }) {
  const { run, dispatch } = useConsole()
  const { name } = definition
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
            <p className={text.muted}>{`v${one.version} · ${shortInstant(one.savedAt, Date.now())}`}</p>
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
