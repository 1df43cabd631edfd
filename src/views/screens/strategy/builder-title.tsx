import { isUnsaved } from '../../../machines/strategies/editor/strategy-editor.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { keysFor } from '../../kit/control/keys-for.ts'
import { Badge } from '../../kit/layout/badge.tsx'
import { ScreenTitle } from '../../kit/layout/screen-title.tsx'
import styles from './builder.module.css'

export function BuilderTitle() {
  const name = useSnapshot('strategyEditor', ({ context }) => context.history.draft.algoName)
  const category = useSnapshot('strategyEditor', ({ context }) => context.history.draft.category)
  const of = useSnapshot('strategyEditor', ({ context }) => context.of)
  const title = name.trim() === '' ? `New ${category} strategy` : name
  return (
    <ScreenTitle title={title} documentTitle={title} actions={<Acts />}>
      <span className={styles.states}>
        <Badge>{category === 'equity' ? 'Equity' : 'Options'}</Badge>
        {of !== null && <Badge>{`v${of.version}`}</Badge>}
        <State />
      </span>
    </ScreenTitle>
  )
}

function State() {
  const isDirty = useSnapshot('strategyEditor', ({ context }) => isUnsaved(context))
  const isSaving = useSnapshot('strategyEditor', (editor) => editor.matches({ open: 'saving' }))
  const of = useSnapshot('strategyEditor', ({ context }) => context.of)
  const isSample = useSnapshot('strategyEditor', ({ context }) => context.isSample)
  const isRestored = useSnapshot('strategyEditor', ({ context }) => context.isRestored)
  const message = useSnapshot('strategyEditor', ({ context }) => context.message)
  const { run } = useConsole()
  const words = (): string => {
    if (isSaving) return 'Saving…'
    if (isRestored) return 'Unsaved changes restored'
    if (isDirty) return of === null ? 'Not saved yet' : `Unsaved changes from v${of.version}`
    if (isSample) return 'A sample; saving makes it yours'
    return of === null ? 'Not saved yet' : `Saved as v${of.version}`
  }
  return (
    <>
      <span className={styles.state} data-unsaved={isDirty || of === null ? '' : undefined} role="status">
        {message ?? words()}
      </span>
      {isDirty && !isSaving && (
        <Button kind="quiet" onPress={() => run({ command: 'strategy.startOver', args: {} })}>
          Discard
        </Button>
      )}
    </>
  )
}

function Acts() {
  const { run } = useConsole()
  const of = useSnapshot('strategyEditor', ({ context }) => context.of)
  const isDirty = useSnapshot('strategyEditor', ({ context }) => isUnsaved(context))
  const isBusy = useSnapshot('strategyEditor', (editor) =>
    ['saving', 'comparing', 'conflicted'].some((state) => editor.matches({ open: state as 'saving' })),
  )
  const save = { command: 'strategy.save', args: {} } as const
  const test = { command: 'strategy.test', args: {} } as const
  const [saveKeys, testKeys] = [keysFor(save), keysFor(test)]
  return (
    <>
      <Button onPress={() => run(test)} {...(testKeys === null ? {} : { keys: testKeys })}>
        Backtest
      </Button>
      <Deploy />
      <Button
        kind="primary"
        isDisabled={isBusy || (of !== null && !isDirty)}
        onPress={() => run(save)}
        {...(saveKeys === null ? {} : { keys: saveKeys })}
      >
        {of === null ? 'Save' : `Save as v${of.version + 1}`}
      </Button>
    </>
  )
}

/** Deploys the saved version: unsaved changes do not trade. */
function Deploy() {
  const { run } = useConsole()
  const of = useSnapshot('strategyEditor', ({ context }) => context.of)
  if (of === null) return null
  const { slug, version } = of
  const keys = keysFor({ command: 'deployment.deploy', args: {} } as Parameters<typeof keysFor>[0])
  return (
    <Button
      onPress={() => run({ command: 'deployment.deploy', args: { strategy: slug, version } })}
      {...(keys === null ? {} : { keys })}
    >
      {`Deploy v${version}`}
    </Button>
  )
}
