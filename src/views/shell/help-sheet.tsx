import { validKeys } from '../../commands/keymap/resolve.ts'
import { useCommand, useConsole, useSnapshot } from '../kit/console.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { KeyCap } from '../kit/key-cap.tsx'
import styles from './help-sheet.module.css'

const listKeys = [
  { keys: 'j', title: 'Next row' },
  { keys: 'k', title: 'Row before' },
  { keys: 'Home', title: 'First row' },
  { keys: 'End', title: 'Last row' },
  { keys: '↵', title: 'Open the row' },
]

const answeredKeys: Readonly<Record<string, string>> = {
  '/': 'Filter the list',
  t: 'Picture or table',
}

/** The keys that work here and now. */
export function HelpSheet() {
  const run = useCommand()
  const isOpen = useSnapshot('help', (help) => help.matches('open'))
  return (
    <Dialog
      title="Keys valid here"
      isOpen={isOpen}
      isWide
      onClose={() => run({ command: 'help.toggle', args: {} })}
    >
      {isOpen && <Keys />}
    </Dialog>
  )
}

function Keys() {
  const { context } = useConsole()
  const commands = validKeys({ ...context(), dialog: false })
  const answered = Object.entries(answeredKeys)
    .filter(([key]) => document.querySelector(`main [data-answers="${key}"]`) !== null)
    .map(([keys, title]) => ({ keys, title }))
  const hasList = document.querySelector('main [role=grid]') !== null
  const onScreen = [...answered, ...(hasList ? listKeys : [])]
  return (
    <div className={styles.sheet}>
      {onScreen.length > 0 && <Group title="On this screen" rows={onScreen} />}
      <Group title="Commands" rows={commands} />
    </div>
  )
}

interface GroupProps {
  readonly title: string
  readonly rows: readonly { readonly keys: string; readonly title: string }[]
}

function Group({ title, rows }: GroupProps) {
  return (
    <section>
      <h3 className={styles.title}>{title}</h3>
      <dl className={styles.rows}>
        {rows.map((row) => (
          <div key={`${row.keys} ${row.title}`} className={styles.row}>
            <dt>{row.title}</dt>
            <dd>
              <KeyCap keys={row.keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
