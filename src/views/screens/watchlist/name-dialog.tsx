import { useState } from 'react'
import { isListName, listNameWords } from '../../../domain/list-name.ts'
import { texts } from '../../../machines/texts.ts'
import { Button } from '../../kit/control/button.tsx'
import { Dialog } from '../../kit/control/dialog.tsx'
import { Field } from '../../kit/control/field.tsx'

interface NameDialogProps {
  readonly title: string
  readonly act: string
  readonly initial: string
  readonly taken: readonly string[]
  readonly onName: (name: string) => void
  readonly onClose: () => void
}

export function NameDialog({ title, act, initial, taken, onName, onClose }: NameDialogProps) {
  const [name, setName] = useState(initial)
  const [isTried, setTried] = useState(false)
  const problem = problemOf(name, taken)
  const go = () => {
    setTried(true)
    if (problem !== undefined) return
    onName(name.trim())
    onClose()
  }
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="primary" onPress={go}>
            {act}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          go()
        }}
      >
        <Field
          label="Name"
          autoFocus
          value={name}
          maxLength={60}
          problem={isTried ? problem : undefined}
          onChange={setName}
        />
      </form>
    </Dialog>
  )
}

const problemOf = (name: string, taken: readonly string[]): string | undefined => {
  if (name.trim() === '') return 'Enter a name'
  if (!isListName(name)) return listNameWords
  return taken.includes(name.trim()) ? texts.watchlistTaken(name.trim()) : undefined
}
