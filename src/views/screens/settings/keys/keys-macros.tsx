import { useState } from 'react'
import { currentKeymap } from '../../../../commands/keymap/current.ts'
import { keysOf } from '../../../../commands/keymap/resolve.ts'
import type { Macro } from '../../../../domain/shortcuts/shortcuts.ts'
import { describeProblem, type ParseProblem } from '../../../../domain/strategies/condition/parse-problem.ts'
import { useCommand, useConsole, useSnapshot } from '../../../kit/console.tsx'
import { Button } from '../../../kit/control/button.tsx'
import { KeyCap } from '../../../kit/control/key-cap.tsx'
import { Badge } from '../../../kit/layout/badge.tsx'
import { EmptyNotice } from '../../../kit/layout/notice.tsx'
import { Panel } from '../../../kit/layout/panel.tsx'
import { openLine } from '../../../kit/open-path.ts'
import { KeysLines } from './keys-lines.tsx'
import { MacroForm } from './keys-macro-form.tsx'
import styles from './keys-macros.module.css'

export function KeysMacros() {
  return (
    <>
      <Macros />
      <KeysLines />
    </>
  )
}

function Macros() {
  const macros = useSnapshot('macros', ({ context }) => context.macros)
  const recording = useSnapshot('macros', (snapshot) =>
    snapshot.matches('recording') ? snapshot.context.current : null,
  )
  /** Empty for a new macro. */
  const [edited, setEdited] = useState<string | null>(null)
  const run = useCommand()
  const record = () => run(openLine('macro record '))
  return (
    <Panel
      title="Macros"
      className={styles.panel}
      note={<Badge>{macros.length}</Badge>}
      aside={
        <>
          <Button isDisabled={recording !== null} onPress={record}>
            Record
          </Button>
          <Button icon="create" isDisabled={recording !== null} onPress={() => setEdited('')}>
            New{' '}
          </Button>
        </>
      }
    >
      {recording !== null && <Recorded macro={recording} />}
      {edited === '' && <MacroForm macro={{ name: '', lines: [] }} onClose={() => setEdited(null)} />}
      {macros.length === 0 && recording === null && edited === null && (
        <EmptyNotice icon="live" title="No macros yet">
          Record one: type <code>macro record scalp</code>, run the commands, then <code>macro stop</code>.
          Commands that ask for confirmation still ask.
        </EmptyNotice>
      )}
      <ul className={styles.list}>
        {macros.map((macro) =>
          edited === macro.name ? (
            <li key={macro.name}>
              <MacroForm macro={macro} onClose={() => setEdited(null)} />
            </li>
          ) : (
            <MacroRow key={macro.name} macro={macro} onEdit={() => setEdited(macro.name)} />
          ),
        )}
      </ul>
    </Panel>
  )
}

function Recorded({ macro: { name, lines } }: { readonly macro: Macro }) {
  const run = useCommand()
  return (
    <section className={styles.recorded} aria-label={`Recording ${name}`}>
      <p>
        Recording <b>{name}</b>: every command is added.
      </p>
      <ol className={styles.lines}>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line may occur twice
          <li key={index}>{line}</li>
        ))}
      </ol>
      <Button kind="primary" onPress={() => run({ command: 'macro.stop', args: {} })}>
        Stop and save
      </Button>
    </section>
  )
}

function MacroRow({ macro, onEdit }: { readonly macro: Macro; readonly onEdit: () => void }) {
  const run = useCommand()
  const { read } = useConsole()
  useSnapshot('shortcuts', ({ context }) => context.shortcuts.keymap)
  const isIdle = useSnapshot('macros', (macros) => macros.matches('idle'))
  const { name, lines } = macro
  const [keys] = keysOf('macro.run', { name }, currentKeymap())
  const broken = firstProblem(macro, (line) => read(line, line.length).problem)
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <p className={styles.name}>
          <b>{name}</b> {keys !== undefined && <KeyCap keys={keys} />}
        </p>
        <p className={styles.code}>{lines.join(' · ')}</p>
        {broken !== null && <p className={styles.warn}>{broken}</p>}
      </div>
      <div className={styles.acts}>
        <Button
          aria-label={`Run ${name}`}
          isDisabled={!isIdle}
          onPress={() => run({ command: 'macro.run', args: { name } })}
        >
          Run
        </Button>
        <Button aria-label={`Edit ${name}`} isDisabled={!isIdle} onPress={onEdit}>
          Edit
        </Button>
        <Button
          kind="quiet"
          icon="trash"
          aria-label={`Delete ${name}`}
          isDisabled={!isIdle}
          onPress={() => run({ command: 'macro.delete', args: { name } })}
        />
      </div>
    </li>
  )
}

const firstProblem = (
  { name, lines }: Macro,
  problemIn: (line: string) => ParseProblem | null,
): string | null => {
  for (const [index, line] of lines.entries()) {
    const problem = problemIn(line)
    if (problem !== null) return `${name}, line ${index + 1}, ${describeProblem(problem)}`
  }
  return null
}
