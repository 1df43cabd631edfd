import { strokesInWords } from '../../../../commands/keymap/stroke.ts'
import type { CommandCall } from '../../../../commands/registry.ts'
import { PINS_MAX } from '../../../../domain/shortcuts/shortcuts.ts'
import { useCommand, useConsole, useSnapshot } from '../../../kit/console.tsx'
import { Button } from '../../../kit/control/button.tsx'
import { KeyCap } from '../../../kit/control/key-cap.tsx'
import { PressOrTap } from '../../../kit/control/press-or-tap.tsx'
import { Badge } from '../../../kit/layout/badge.tsx'
import { EmptyNotice } from '../../../kit/layout/notice.tsx'
import { Panel } from '../../../kit/layout/panel.tsx'
import { openLine } from '../../../kit/open-path.ts'
import styles from './keys-macros.module.css'

export function KeysLines() {
  return (
    <>
      <Pins />
      <Words
        title="Aliases"
        of="aliases"
        begin="alias "
        empty="A short name for a whole line: alias b9 = buy 2l nifty atm ce"
        remove={(name) => ({ command: 'alias.remove', args: { name } })}
      />
      <Words
        title="Variables"
        of="variables"
        begin="set "
        sign="$"
        empty="A value to reuse in lines: set qty = 2l, then buy $qty nifty atm ce"
        remove={(name) => ({ command: 'variable.remove', args: { name } })}
      />
    </>
  )
}

function useOpenLine(): (line: string) => void {
  const run = useCommand()
  return (line) => run(openLine(line))
}

function Pins() {
  const run = useCommand()
  const open = useOpenLine()
  const { environment, runLine } = useConsole()
  const pins = useSnapshot('shortcuts', ({ context }) => context.shortcuts.pins)
  const isMac = environment().isMac === true
  const digits = Object.keys(pins)
  const free = Array.from({ length: PINS_MAX }, (_, index) => String(index + 1)).find(
    (digit) => !digits.includes(digit),
  )
  return (
    <Panel
      title="Pinned lines"
      className={styles.panel}
      note={<Badge>{digits.length}</Badge>}
      aside={
        <Button icon="create" isDisabled={free === undefined} onPress={() => open(`pin ${free} `)}>
          Pin a line
        </Button>
      }
    >
      {digits.length === 0 && (
        <EmptyNotice icon="up" title="No pinned lines yet">
          <PinHint isMac={isMac} />
        </EmptyNotice>
      )}
      <ul className={styles.list}>
        {digits.map((digit) => (
          <li key={digit} className={styles.row}>
            <KeyCap keys={strokesInWords(`alt+${digit}`, isMac)} />
            <code className={`${styles.code} ${styles.what}`}>{pins[digit]}</code>
            <div className={styles.acts}>
              <Button aria-label={`Run pinned line ${digit}`} onPress={() => runLine(pins[digit] ?? '')}>
                Run
              </Button>
              <Button
                aria-label={`Edit pinned line ${digit}`}
                onPress={() => open(`pin ${digit} ${pins[digit]}`)}
              >
                Edit
              </Button>
              <Button
                kind="quiet"
                icon="up"
                aria-label={`Move pinned line ${digit} up`}
                isDisabled={digit === '1'}
                onPress={() => run(move(digit, -1))}
              />
              <Button
                kind="quiet"
                icon="down"
                aria-label={`Move pinned line ${digit} down`}
                isDisabled={digit === String(PINS_MAX)}
                onPress={() => run(move(digit, 1))}
              />
              <Button
                kind="quiet"
                icon="trash"
                aria-label={`Unpin line ${digit}`}
                onPress={() => run({ command: 'pin.remove', args: { digit: Number(digit) } })}
              />
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const move = (digit: string, by: 1 | -1): CommandCall => ({
  command: 'pin.move',
  args: { digit: Number(digit), to: Number(digit) + by },
})

interface WordsProps {
  readonly title: string
  readonly of: 'aliases' | 'variables'
  readonly begin: string
  readonly sign?: string
  readonly empty: string
  readonly remove: (name: string) => CommandCall
}

function Words({ title, of, begin, sign = '', empty, remove }: WordsProps) {
  const run = useCommand()
  const open = useOpenLine()
  const words = useSnapshot('shortcuts', ({ context }) => context.shortcuts[of])
  const all = Object.entries(words)
  return (
    <Panel
      title={title}
      className={styles.panel}
      note={<Badge>{all.length}</Badge>}
      aside={
        <Button icon="create" onPress={() => open(begin)}>
          Add
        </Button>
      }
    >
      {all.length === 0 && <EmptyNotice title={empty} />}
      <ul className={styles.list}>
        {all.map(([name, line]) => (
          <li key={name} className={styles.row}>
            <code className={styles.name}>
              {sign}
              {name}
            </code>
            <code className={`${styles.code} ${styles.what}`}>{line}</code>
            <div className={styles.acts}>
              <Button aria-label={`Edit ${sign}${name}`} onPress={() => open(`${begin}${name} = ${line}`)}>
                Edit
              </Button>
              <Button
                kind="quiet"
                icon="trash"
                aria-label={`Delete ${sign}${name}`}
                onPress={() => run(remove(name))}
              />
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function PinHint({ isMac }: { readonly isMac: boolean }) {
  return (
    <PressOrTap
      press={
        <>
          In the command line, <KeyCap keys={strokesInWords('alt+p', isMac)} /> pins the typed line;{' '}
          <KeyCap keys={strokesInWords('alt+1', isMac)} /> runs it.
        </>
      }
      tap="A pinned line is run with one tap."
    />
  )
}
