import type { CommandCall } from '../../commands/registry.ts'
import { useConsole, useSnapshot } from '../kit/console.tsx'
import { Button } from '../kit/control/button.tsx'
import { Field } from '../kit/control/field.tsx'
import { AccountLine } from '../kit/price/account-line.tsx'
import styles from './palette.module.css'

const bulkCommands: readonly string[] = [
  'orders.cancelAll',
  'positions.exitAll',
  'position.exit',
  'order.cancel',
  'kill.rearm',
]

const movesMuch = ({ command }: CommandCall): boolean => bulkCommands.includes(command)

/** Needs a second Enter, or the count typed. */
export function Confirm({ onConfirm }: { readonly onConfirm: () => void }) {
  const { dispatch } = useConsole()
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
          label={`Type ${act.answer} to confirm`}
          autoFocus
          value={typedAnswer}
          onChange={(text) => dispatch({ to: 'palette', event: { type: 'palette.answer', text } })}
        />
      ) : (
        <p className={styles.answers}>
          <Button kind="primary" keys="↵" onPress={onConfirm}>
            Confirm
          </Button>
          <Button keys="Esc" onPress={() => dispatch({ to: 'palette', event: { type: 'palette.close' } })}>
            Back
          </Button>
        </p>
      )}
    </div>
  )
}
