import { describeChanges } from '../../../domain/strategies/in-words.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { Dialog } from '../../kit/control/dialog.tsx'
import { KeyCap } from '../../kit/control/key-cap.tsx'
import { PressOrTap } from '../../kit/control/press-or-tap.tsx'
import text from '../../theme/text.module.css'
import styles from './builder.module.css'

/** Another device has saved since: what differs, and which of the two is kept. */
export function ConflictDialog() {
  const { run } = useConsole()
  const isOpen = useSnapshot('strategyEditor', (editor) => editor.matches({ open: 'conflicted' }))
  const theirs = useSnapshot('strategyEditor', ({ context }) => context.theirs)
  const mine = useSnapshot('strategyEditor', ({ context }) => context.history.draft)
  if (!isOpen || theirs === null) return null
  const keep = (which: 'mine' | 'theirs' | 'both') =>
    run({ command: 'strategy.resolve', args: { keep: which } })
  const differences = describeChanges(theirs.strategy, mine)
  return (
    <Dialog
      title={`Version ${theirs.version} was saved elsewhere`}
      isOpen
      isAlert
      onClose={() => keep('theirs')}
      footer={
        <>
          <Button onPress={() => keep('theirs')}>{`Take v${theirs.version}`}</Button>
          <Button onPress={() => keep('both')}>Keep both</Button>
          <Button kind="primary" onPress={() => keep('mine')}>
            {`Save mine as v${theirs.version + 1}`}
          </Button>
        </>
      }
    >
      {differences.length === 0 ? (
        <p>It is the same as yours.</p>
      ) : (
        <>
          <p>{`Yours, against version ${theirs.version}:`}</p>
          <ul className={styles.differences}>
            {differences.map((difference) => (
              <li key={difference}>{difference}</li>
            ))}
          </ul>
          <p className={text.muted}>
            What you take can be undone
            <PressOrTap
              press={
                <>
                  {' '}
                  with <KeyCap keys="Ctrl Z" />
                </>
              }
              tap=""
            />
            ; both keeps yours as a strategy of its own.
          </p>
        </>
      )}
    </Dialog>
  )
}
