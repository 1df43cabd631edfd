import { useLayoutEffect, useRef, useState } from 'react'
import { type Clash, clashesOf, keymapProblem, keyProblem } from '../../../../commands/keymap/check.ts'
import { type KeyRow, keyId, whereInWords } from '../../../../commands/keymap/rows.ts'
import { strokesInWords } from '../../../../commands/keymap/stroke.ts'
import {
  defaultAt,
  keymapWith,
  restoredKey,
  withKey,
  withoutBinding,
  withoutKey,
} from '../../../../commands/keymap/user-keymap.ts'
import { parseWhen } from '../../../../commands/keymap/when.ts'
import type { KeptBinding, KeptSection } from '../../../../domain/shortcuts/shortcuts.ts'
import { useConsole, useSnapshot } from '../../../kit/console.tsx'
import { Button } from '../../../kit/control/button.tsx'
import { Field } from '../../../kit/control/field.tsx'
import { KeysRecorder } from '../../../kit/control/keys-recorder.tsx'
import { Badge } from '../../../kit/layout/badge.tsx'
import { Panel } from '../../../kit/layout/panel.tsx'
import styles from './keys.module.css'
import { KeysWhen } from './keys-when.tsx'

interface KeysDetailProps {
  /** Null for a line without a key. */
  readonly row: KeyRow | null
  readonly onDone: (id: string | null) => void
  readonly onClose: () => void
}

const ANYWHERE = 'signedIn && !typing && !dialog'

export function KeysDetail({ row, onDone, onClose }: KeysDetailProps) {
  const { run, environment } = useConsole()
  const shortcuts = useSnapshot('shortcuts', ({ context }) => context.shortcuts)
  const [strokes, setStrokes] = useState(row?.strokes ?? '')
  const [when, setWhen] = useState(row?.when ?? ANYWHERE)
  const [line, setLine] = useState(row?.line ?? '')
  const [taken, setTaken] = useState<readonly string[]>([])
  const recorder = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => recorder.current?.focus(), [])

  const isMac = environment().isMac === true
  const location = { when: when.trim(), strokes }
  const before = row === null || row.strokes === '' ? null : { when: row.when, strokes: row.strokes }
  const binding: KeptBinding = row === null ? { line: line.trim() } : row.binding
  const isFixed = row?.state === 'fixed' || row?.state === 'pinned'
  const scope = whenProblem(location.when)
  const clashes =
    strokes === '' || scope !== null
      ? []
      : clashesOf(location, keymapWith(shortcuts), before).filter((clash) => !taken.includes(idOf(clash)))
  const whole = clashes.filter(({ isWhole }) => isWhole)
  const isSame =
    before !== null && before.when === location.when && before.strokes === strokes && taken.length === 0
  const next = keymapAfter({ keymap: shortcuts.keymap, before, location, binding, taken })
  const problem =
    strokes === '' || scope !== null || (row === null && line.trim() === '')
      ? null
      : (keyProblem(location, binding, environment()) ??
        (clashes.length > 0 ? null : keymapProblem(next, environment())))
  const canSave =
    !isFixed && !isSame && strokes !== '' && scope === null && problem === null && whole.length === 0
  const does = row?.title ?? line.trim()

  const change = (keymap: readonly KeptSection[], told: string) =>
    run({ command: 'keys.save', args: { keymap, told } })
  const save = () => {
    if (!canSave || (row === null && line.trim() === '')) return
    change(next, `${strokesInWords(strokes, isMac)}: ${does}`)
    onDone(keyId(location.when, strokes))
  }
  const reset = () => {
    if (row === null) return
    // The row id of an unassigned key is `off ` and the id of its default.
    const [was = '', keys = ''] = row.id.replace(/^off /, '').split('  ')
    change(restoredKey(shortcuts.keymap, { when: was, strokes: keys }), `${does}: default restored`)
    onDone(null)
  }
  const giveUp = () => {
    if (before === null) return
    change(withoutBinding(shortcuts.keymap, before), `${strokesInWords(before.strokes, isMac)} unassigned`)
    onDone(null)
  }

  return (
    <Panel
      title={row?.title ?? 'Custom line'}
      className={styles.detail}
      note={<StateNote row={row} />}
      aside={<Button kind="quiet" icon="close" aria-label="Close" onPress={onClose} />}
    >
      <div className={styles.form}>
        {isFixed ? (
          <p>
            {row.state === 'fixed'
              ? 'Works everywhere, even while typing, and cannot be changed.'
              : 'A pinned line. Change it under Macros and lines.'}
          </p>
        ) : (
          <KeysRecorder
            isLarge
            label="Press the new keys"
            hint="Press a key or a chord"
            strokes={strokes}
            inputRef={recorder}
            onChange={(pressed) => {
              setTaken([])
              setStrokes(pressed)
            }}
            onEnter={save}
          />
        )}
        {row === null ? (
          <Field
            label="Line"
            isMono
            value={line}
            maxLength={400}
            help="Any line of the command line, such as exit . 50% or macro run scalp"
            onChange={setLine}
          />
        ) : (
          <div>
            <span className={styles.label}>Command</span>
            <code className={styles.code}>{row.line}</code>
          </div>
        )}
        {!isFixed && <KeysWhen when={when} problem={scope} onChange={setWhen} />}
        {!isFixed && (
          <Verdict
            strokes={strokes}
            problem={problem?.message ?? null}
            clashes={clashes}
            isMac={isMac}
            onTake={(clash) => setTaken([...taken, idOf(clash)])}
          />
        )}
        <div className={styles.acts}>
          {!isFixed && (
            <Button kind="primary" keys="↵" isDisabled={!canSave} onPress={save}>
              Save
            </Button>
          )}
          {before !== null && !isFixed && <Button onPress={giveUp}>Unassign</Button>}
          {(row?.state === 'own' || row?.state === 'off') && <Button onPress={reset}>Back to default</Button>}
        </div>
      </div>
    </Panel>
  )
}

function StateNote({ row }: { readonly row: KeyRow | null }) {
  if (row?.state === 'own') return <Badge tone="blue">custom</Badge>
  return row?.isClashing ? <Badge tone="bad">conflict</Badge> : null
}

interface VerdictProps {
  readonly strokes: string
  readonly problem: string | null
  readonly clashes: readonly Clash[]
  readonly isMac: boolean
  readonly onTake: (clash: Clash) => void
}

function Verdict({ strokes, problem, clashes, isMac, onTake }: VerdictProps) {
  return (
    <div role="status" className={styles.verdict}>
      {problem !== null && <p className={styles.bad}>{problem}</p>}
      {clashes.map((clash) => (
        <div key={idOf(clash)} className={styles.clash}>
          <p>
            <span className={clash.isWhole ? styles.bad : styles.warn}>
              {clash.isWhole ? 'Conflicts with' : 'Overrides, where both apply,'}
            </span>{' '}
            <b>{clash.title}</b> ({strokesInWords(clash.strokes, isMac)}, {whereInWords(clash.when)})
          </p>
          <Button onPress={() => onTake(clash)}>Reassign it</Button>
        </div>
      ))}
      {strokes !== '' && problem === null && clashes.length === 0 && <p>No conflicts.</p>}
    </div>
  )
}

interface Edit {
  readonly keymap: readonly KeptSection[]
  readonly before: { readonly when: string; readonly strokes: string } | null
  readonly location: { readonly when: string; readonly strokes: string }
  readonly binding: KeptBinding
  readonly taken: readonly string[]
}

/** A key equal to its default is not stored. */
const keymapAfter = ({ keymap, before, location, binding, taken }: Edit): readonly KeptSection[] => {
  const freed = [...(before === null ? [] : [keyId(before.when, before.strokes)]), ...taken].reduce(
    (left, id) => {
      const [when = '', strokes = ''] = id.split('  ')
      return withoutBinding(left, { when, strokes })
    },
    keymap,
  )
  return JSON.stringify(defaultAt(location)) === JSON.stringify(binding)
    ? withoutKey(freed, location)
    : withKey(freed, location, binding)
}

const idOf = ({ when, strokes }: Clash): string => keyId(when, strokes)

const whenProblem = (when: string): string | null => {
  try {
    parseWhen(when)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
