import { changedNames, renewed } from '../../../domain/strategies/definitions/written.ts'
import { Button } from '../../kit/control/button.tsx'
import { useDefinitions } from '../../kit/known-definitions.ts'
import { RuleText } from '../../kit/rule-text.tsx'
import styles from './rule-editor.module.css'

interface ChangedNamesProps {
  readonly logic: string
  readonly onChange: (logic: string) => void
}

/** Names in the rule whose definitions have changed since it was written; the rule keeps what they stood for. */
export function ChangedNames({ logic, onChange }: ChangedNamesProps) {
  const definitions = useDefinitions()
  const changed = changedNames(logic, definitions)
  if (changed.length === 0) return null
  return (
    <div className={styles.changed} role="status">
      <ul>
        {changed.map(({ name, was, now }) => (
          <li key={`${name} ${was}`}>
            <code>{name}</code> {now === null ? 'is no definition any more' : 'has changed since'}; here it
            stands for <RuleText rule={was} />
            {now !== null && (
              <>
                , now for <RuleText rule={now} />
              </>
            )}
          </li>
        ))}
      </ul>
      {changed.some(({ now }) => now !== null) && (
        <Button kind="quiet" onPress={() => onChange(renewed(logic, definitions))}>
          Use the new meaning
        </Button>
      )}
    </div>
  )
}
