import { useState } from 'react'
import { keysOf, validKeys } from '../../commands/keymap/resolve.ts'
import { useCommand, useConsole, useSnapshot } from '../kit/console.tsx'
import { Dialog } from '../kit/control/dialog.tsx'
import { Field } from '../kit/control/field.tsx'
import { KeyCap } from '../kit/control/key-cap.tsx'
import styles from './help-sheet.module.css'

const listKeys = [
  { keys: 'j', title: 'Next row' },
  { keys: 'k', title: 'Previous row' },
  { keys: 'Home', title: 'First row' },
  { keys: 'End', title: 'Last row' },
  { keys: '↵', title: 'Open the row' },
]

const answeredKeys: Readonly<Record<string, string>> = {
  '/': 'Filter the list',
  t: 'Chart or table',
}

const lineKeys = [
  { keys: 'Tab', title: 'Complete' },
  { keys: '↑', title: 'Command history, from an empty line' },
  { keys: 'Ctrl R', title: 'Search command history' },
]

export function HelpSheet() {
  const run = useCommand()
  const isOpen = useSnapshot('help', (help) => help.matches('open'))
  return (
    <Dialog
      title="Keyboard shortcuts"
      isOpen={isOpen}
      isWide
      onClose={() => run({ command: 'help.toggle', args: {} })}
    >
      {isOpen && <Keys />}
    </Dialog>
  )
}

function Keys() {
  const { context, environment } = useConsole()
  const [wanted, setWanted] = useState('')
  // The context without this sheet and its search field.
  const here = { ...context(), dialog: false, typing: false }
  const commands = validKeys(here, undefined, environment().isMac)
  const answered = answeredHere()
  const hasList = document.querySelector('main [role=grid]') !== null
  const onScreen = matching([...answered, ...(hasList ? listKeys : [])], wanted)
  const found = matching(commands, wanted)
  const [toggle = ''] = keysOf('palette.toggle', {}, undefined, environment().isMac)
  const reopen = {
    keys: toggle,
    title: 'A line closed with Esc comes back selected: type over it, or → to continue',
  }
  const inLine = matching([reopen, ...lineKeys], wanted)
  return (
    <div className={styles.sheet}>
      <Field
        label="Search these keys"
        isLabelHidden
        type="search"
        placeholder="Search by name or key"
        value={wanted}
        maxLength={80}
        onChange={setWanted}
      />
      {onScreen.length > 0 && <Group title="On this screen" rows={onScreen} />}
      {found.length > 0 && <Group title="Commands" rows={found} />}
      {inLine.length > 0 && <Group title="Command line" rows={inLine} />}
      {onScreen.length + found.length + inLine.length === 0 && (
        <p role="status">No shortcut here matches “{wanted}”</p>
      )}
      <p className={styles.more}>All shortcuts are in Settings: type keymap to change them.</p>
    </div>
  )
}

/** A control may name its key itself. */
const answeredHere = (): readonly KeyLine[] => {
  const titles = new Map<string, string>()
  for (const { dataset } of document.querySelectorAll<HTMLElement>('main [data-answers]')) {
    const keys = dataset.answers ?? ''
    const title = dataset.answersTitle ?? answeredKeys[keys]
    if (title !== undefined && !titles.has(keys)) titles.set(keys, title)
  }
  return [...titles].map(([keys, title]) => ({ keys, title }))
}

interface KeyLine {
  readonly keys: string
  readonly title: string
}

const matching = (rows: readonly KeyLine[], wanted: string): readonly KeyLine[] =>
  rows.filter(({ keys, title }) => `${title} ${keys}`.toLowerCase().includes(wanted.trim().toLowerCase()))

interface GroupProps {
  readonly title: string
  readonly rows: readonly KeyLine[]
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
