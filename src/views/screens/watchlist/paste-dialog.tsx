import { useState } from 'react'
import { Label } from 'react-aria-components/Label'
import { TextArea } from 'react-aria-components/TextArea'
import { TextField } from 'react-aria-components/TextField'
import { useConsole } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { Dialog } from '../../kit/control/dialog.tsx'
import { PASTED_LENGTH_MAX, readPasted } from './pasted-symbols.ts'
import styles from './watchlist-screen.module.css'

const UNKNOWN_SHOWN_MAX = 12

interface PasteDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function PasteDialog({ isOpen, onClose }: PasteDialogProps) {
  const { instruments, run } = useConsole()
  const [text, setText] = useState('')
  const { found, unknown } = readPasted(text, instruments())
  const close = () => {
    setText('')
    onClose()
  }
  const add = () => {
    run({ command: 'watch.add', args: { instruments: found } })
    close()
  }
  return (
    <Dialog
      title="Paste symbols"
      isOpen={isOpen}
      onClose={close}
      footer={
        <>
          <Button onPress={close}>Cancel</Button>
          <Button kind="primary" isDisabled={found.length === 0} onPress={add}>
            {found.length === 1 ? 'Add one symbol' : `Add ${found.length} symbols`}
          </Button>
        </>
      }
    >
      <TextField
        className={styles.paste ?? ''}
        value={text}
        onChange={(typed) => setText(typed.slice(0, PASTED_LENGTH_MAX))}
      >
        <Label>Symbols, separated by commas or new lines</Label>
        <TextArea rows={8} placeholder="TCS, INFY, NIFTY 50, BSE:RELIANCE" spellCheck={false} autoFocus />
      </TextField>
      {unknown.length > 0 && (
        <p className={styles.unknown} role="status">
          Unknown, skipped: <bdi>{unknown.slice(0, UNKNOWN_SHOWN_MAX).join(', ')}</bdi>
          {unknown.length > UNKNOWN_SHOWN_MAX && ` and ${unknown.length - UNKNOWN_SHOWN_MAX} more`}
        </p>
      )}
    </Dialog>
  )
}
