import { useEffect, useId, useRef, useState } from 'react'
import { DropZone } from 'react-aria-components/DropZone'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { HOLIDAY_TEXT_MAX } from '../../../../contract/calendar.ts'
import { useConsole, useSnapshot } from '../../../kit/console.tsx'
import { Button } from '../../../kit/control/button.tsx'
import { Panel } from '../../../kit/layout/panel.tsx'
import text from '../../../theme/text.module.css'
import panel from '../import/import-panel.module.css'
import { HolidayPreview } from './holiday-preview.tsx'
import styles from './holidays.module.css'

const TYPED = 'typed list'
const EXAMPLE = '26-Jan-2027, Republic Day\n29-Oct-2027, Diwali Laxmi Pujan, 18:00-19:00'

export function HolidayImport() {
  const stage = useSnapshot('holidayImport', ({ value }) => value)
  const source = useSnapshot('holidayImport', ({ context }) => context.source)
  const note = source?.file ?? (source?.builtIn === undefined ? 'CSV' : `${source.builtIn}, built-in`)
  return (
    <Panel title="Import holidays" note={note} className={panel.panel}>
      {stage === 'idle' && <Choose />}
      {stage === 'reading' && (
        <p className={`${panel.stage} ${styles.stage}`} role="status">
          Reading the list
        </p>
      )}
      {(stage === 'shown' || stage === 'changing') && <HolidayPreview />}
      {stage === 'done' && <Done />}
      {stage === 'failed' && <Failed />}
    </Panel>
  )
}

function Choose() {
  const { dispatch } = useConsole()
  const [typed, setTyped] = useState('')
  const id = useId()
  const choose = (file: string, list: string) =>
    dispatch({ to: 'holidayImport', event: { type: 'holidays.choose', file, text: list } })
  const read = async (files: readonly File[]) => {
    const [file] = files
    if (file === undefined) return
    const list = await file.slice(0, HOLIDAY_TEXT_MAX + 1).text()
    choose(file.name, list)
  }
  return (
    <div className={styles.choose}>
      <DropZone
        className={panel.drop ?? ''}
        aria-label="Drop a list of holidays here"
        onDrop={async ({ items }) => {
          const dropped = items.find((item) => item.kind === 'file')
          if (dropped !== undefined) await read([await dropped.getFile()])
        }}
      >
        <p>Drop the exchange’s list here, or</p>
        <FileTrigger onSelect={(list) => read(Array.from(list ?? []))}>
          <Button icon="upload" kind="primary">
            Choose a file
          </Button>
        </FileTrigger>
        <p className={text.muted}>CSV with date and name, plus hours for special sessions.</p>
      </DropZone>
      <form
        className={styles.typed}
        onSubmit={(event) => {
          event.preventDefault()
          choose(TYPED, typed)
        }}
      >
        <label htmlFor={id}>Or type or paste it</label>
        <textarea
          id={id}
          rows={6}
          spellCheck={false}
          placeholder={EXAMPLE}
          value={typed}
          maxLength={HOLIDAY_TEXT_MAX}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" isDisabled={typed.trim() === ''}>
          Preview
        </Button>
      </form>
    </div>
  )
}

function Done() {
  const { dispatch } = useConsole()
  const years = useSnapshot('holidayImport', ({ context }) => context.preview?.years ?? [])
  const headline = useRef<HTMLParagraphElement>(null)
  useEffect(() => headline.current?.focus(), [])
  return (
    <div className={`${panel.stage} ${styles.stage}`} role="status">
      <p ref={headline} tabIndex={-1} className={`${panel.headline} ${styles.headline}`}>
        The calendar of {years.join(' and ')} is applied.
      </p>
      <Button onPress={() => dispatch({ to: 'holidayImport', event: { type: 'holidays.cancel' } })}>
        Import another list
      </Button>
    </div>
  )
}

function Failed() {
  const { dispatch } = useConsole()
  const message = useSnapshot('holidayImport', ({ context }) => context.message)
  return (
    <div className={`${panel.stage} ${styles.stage}`}>
      <p className={text.down} role="alert">
        <bdi>{message ?? 'Error importing holidays'}</bdi>
      </p>
      <p className={text.muted}>Nothing was changed.</p>
      <Button
        kind="primary"
        onPress={() => dispatch({ to: 'holidayImport', event: { type: 'holidays.cancel' } })}
      >
        Choose another list
      </Button>
    </div>
  )
}
