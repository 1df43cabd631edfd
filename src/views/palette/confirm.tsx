import type { CommandCall } from '../../commands/registry.ts'
import { AccountLine } from '../kit/account-line.tsx'
import { Button } from '../kit/button.tsx'
import { useConsole, useSnapshot } from '../kit/console.tsx'
import { Field } from '../kit/field.tsx'
import styles from './palette.module.css'

/** Acts on more than one order or position at once, whatever is selected. */
const bulkCommands: readonly string[] = [
  'orders.cancelAll',
  'positions.exitAll',
  'position.exit',
  'order.cancel',
  'basket.place',
  'basket.retry',
  'kill.rearm',
]

const movesMuch = ({ command }: CommandCall): boolean => bulkCommands.includes(command)

/** The act in words, waiting for a second Enter, or for its count to be typed. */
export function Confirm({ onConfirm }: { readonly onConfirm: () => void }) {
  const { actors } = useConsole()
  const act = useSnapshot('palette', ({ context }) => context.act)
  const typedAnswer = useSnapshot('palette', ({ context }) => context.typedAnswer)
  if (act === null) return null
  return (
    <div className={styles.confirm} role="alert">
      {act.reason !== null && act.reason !== '' && <p className={styles.reason}>{act.reason}</p>}
      {movesMuch(act.call) && <AccountLine />}
      <p className={styles.question}>{act.title}</p>
      {act.danger === 'type' ? (
        <Field
          label={`Type ${act.answer} to go on`}
          autoFocus
          value={typedAnswer}
          onChange={(text) => actors.palette.send({ type: 'palette.answer', text })}
        />
      ) : (
        <p className={styles.answers}>
          <Button kind="primary" keys="↵" onPress={onConfirm}>
            Do it
          </Button>
          <Button keys="Esc" onPress={() => actors.palette.send({ type: 'palette.close' })}>
            Go back
          </Button>
        </p>
      )}
    </div>
  )
}
