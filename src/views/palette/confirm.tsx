import { useConsole, useSnapshot } from '../kit/console.tsx'
import { Field } from '../kit/field.tsx'
import { KeyCap } from '../kit/key-cap.tsx'
import styles from './palette.module.css'

/** The act in words, waiting for a second Enter, or for its count to be typed. */
export function Confirm() {
  const { actors } = useConsole()
  const act = useSnapshot('palette', ({ context }) => context.act)
  const typedAnswer = useSnapshot('palette', ({ context }) => context.typedAnswer)
  if (act === null) return null
  return (
    <div className={styles.confirm} role="alert">
      <p className={styles.question}>{act.title}</p>
      {act.danger === 'type' ? (
        <Field
          label={`Type ${act.answer} to go on`}
          autoFocus
          value={typedAnswer}
          onChange={(text) => actors.palette.send({ type: 'palette.answer', text })}
        />
      ) : (
        <p>
          <KeyCap keys="↵" /> once more does it, <KeyCap keys="Esc" /> goes back.
        </p>
      )}
    </div>
  )
}
