import { type SubmitEvent, useState } from 'react'
import { useCommand, useSnapshot } from '../../../kit/console.tsx'
import { Button } from '../../../kit/control/button.tsx'
import { Field } from '../../../kit/control/field.tsx'
import { Panel } from '../../../kit/layout/panel.tsx'
import styles from './basket.module.css'

const NAME_MAX = 40

export function KeptBaskets() {
  const run = useCommand()
  const kept = useSnapshot('basket', ({ context }) => context.kept)
  const name = useSnapshot('basket', ({ context }) => context.name)
  const isEmpty = useSnapshot('basket', ({ context }) => context.legs.length === 0)
  const [typed, setTyped] = useState<string | null>(null)
  const [isAsked, setIsAsked] = useState(false)
  const wanted = (typed ?? name ?? '').trim()
  const problem = !isAsked
    ? undefined
    : wanted === ''
      ? 'Enter a name'
      : isEmpty
        ? 'No legs to save'
        : undefined
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setIsAsked(true)
    if (wanted === '' || isEmpty) return
    run({ command: 'basket.save', args: { name: wanted } })
    setTyped(null)
    setIsAsked(false)
  }
  return (
    <Panel title="Saved baskets" className={styles.kept} note={name ?? undefined}>
      <form className={styles.save} onSubmit={submit} noValidate>
        <Field
          label="Save as"
          isLabelHidden
          placeholder="Save this basket as …"
          autoComplete="off"
          maxLength={NAME_MAX}
          value={typed ?? name ?? ''}
          problem={problem}
          onChange={setTyped}
        />
        <Button type="submit">Save</Button>
      </form>
      {kept.length === 0 ? (
        <p className={styles.none}>No saved baskets yet. Save one to load it on any day.</p>
      ) : (
        <ul className={styles.keptList} aria-label="Saved baskets">
          {kept.map((basket) => (
            <li key={basket.name}>
              <button
                type="button"
                className={styles.load}
                onClick={() => run({ command: 'basket.load', args: { name: basket.name } })}
              >
                <bdi>{basket.name}</bdi>
                <span className={styles.count}>
                  {basket.drafts.length === 1 ? '1 leg' : `${basket.drafts.length} legs`}
                </span>
              </button>
              <Button
                kind="quiet"
                icon="trash"
                aria-label={`Delete ${basket.name}`}
                onPress={() => run({ command: 'basket.forget', args: { name: basket.name } })}
              />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
