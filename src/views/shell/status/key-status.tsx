import { useCommand, useSnapshot } from '../../kit/console.tsx'
import { KeyCap } from '../../kit/control/key-cap.tsx'
import styles from './key-status.module.css'

export function KeyStatus() {
  return (
    <>
      <Recording />
      <Taught />
    </>
  )
}

function Recording() {
  const run = useCommand()
  const name = useSnapshot('macros', ({ context }) => context.current?.name ?? null)
  const lines = useSnapshot('macros', ({ context }) => context.current?.lines.length ?? 0)
  const lineIndex = useSnapshot('macros', ({ context }) => context.lineIndex)
  const isRecording = useSnapshot('macros', (macros) => macros.matches('recording'))
  if (name === null) return null
  return (
    <button
      type="button"
      className={styles.recording}
      title="macro stop"
      onClick={() => run({ command: 'macro.stop', args: {} })}
    >
      {isRecording ? `REC ${name}, ${lines}` : `${name}, line ${lineIndex + 1} of ${lines}`}: stop
    </button>
  )
}

function Taught() {
  const title = useSnapshot('hints', ({ context }) => context.title)
  const keys = useSnapshot('hints', ({ context }) => context.keys)
  return (
    <span role="status" className={styles.taught}>
      {keys !== '' && (
        <>
          <span className={styles.title}>{title}: </span>
          <KeyCap keys={keys} />
        </>
      )}
    </span>
  )
}
