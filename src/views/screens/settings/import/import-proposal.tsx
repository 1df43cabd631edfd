import { intervalLabels, intervals } from '../../../../domain/charts/interval.ts'
import { parseInstrumentId, universes } from '../../../../domain/instruments/instrument.ts'
import type { InstrumentIndex } from '../../../../domain/instruments/instrument-index.ts'
import { universeInWords } from '../../../../domain/scanners/universe.ts'
import { type ImportOptions, isOfKnownInstruments } from '../../../../machines/instruments/import-options.ts'
import { useCommand, useConsole, useSnapshot } from '../../../kit/console.tsx'
import { Button } from '../../../kit/control/button.tsx'
import { Field, Select, Switch } from '../../../kit/control/field.tsx'
import { InstrumentField } from '../../../kit/instrument/instrument-field.tsx'
import text from '../../../theme/text.module.css'
import styles from './import-panel.module.css'

const intervalChoices = intervals.map((interval) => ({ value: interval, label: intervalLabels[interval] }))

const choices = {
  instrumentsFrom: [
    { value: 'key', label: 'one instrument' },
    { value: 'symbol_column', label: 'one for each symbol' },
    { value: 'file_name', label: 'one for each file, by its name' },
  ],
  timeZone: [
    { value: 'Asia/Kolkata', label: 'IST' },
    { value: 'UTC', label: 'UTC' },
  ],
  timeMarks: [
    { value: 'open', label: 'the start of the candle' },
    { value: 'close', label: 'the end of the candle' },
  ],
  outsideSession: [
    { value: 'refuse', label: 'stop and ask' },
    { value: 'skip', label: 'skip them' },
  ],
  onExisting: [
    { value: 'refuse', label: 'stop and ask' },
    { value: 'replace', label: 'replace those days' },
  ],
  rowOrder: [
    { value: 'ascending', label: 'oldest first' },
    { value: 'descending', label: 'newest first' },
    { value: 'any', label: 'unsorted: sort them' },
  ],
  onBadRows: [
    { value: 'refuse', label: 'stop and ask' },
    { value: 'skip', label: 'skip them' },
  ],
  onBadRanges: [
    { value: 'refuse', label: 'stop and ask' },
    { value: 'mend', label: 'correct it' },
  ],
  otherSymbols: [
    { value: 'refuse', label: 'stop and ask' },
    { value: 'skip', label: 'skip them' },
  ],
  onBreaks: [
    { value: 'refuse', label: 'stop and ask' },
    { value: 'adjust', label: 'adjust earlier prices' },
    { value: 'keep', label: 'keep them' },
  ],
} as const

const delimiters = [
  { value: ',', label: 'comma' },
  { value: ';', label: 'semicolon' },
  { value: '\t', label: 'tab' },
  { value: '|', label: 'bar' },
  { value: ' ', label: 'space' },
] as const

const columnNames = [
  ['date', 'Date'],
  ['time', 'Time'],
  ['open', 'Open'],
  ['high', 'High'],
  ['low', 'Low'],
  ['close', 'Close'],
  ['volume', 'Volume'],
  ['openInterest', 'Open interest'],
  ['symbol', 'Symbol'],
  ['series', 'Series'],
] as const

const COLUMNS_MIN = 12
const optional = new Set<string>(['time', 'volume', 'openInterest', 'symbol', 'series'])

const toColumnChoices = (delimiter: string, row: SampleRow | undefined) => {
  const fields = row?.text.split(delimiter) ?? []
  return Array.from({ length: Math.max(fields.length, COLUMNS_MIN) }, (_, column) => ({
    value: String(column),
    label: `${column + 1}: ${fields[column]?.trim().replace(/^"|"$/g, '') ?? ''}`,
  }))
}

export function ImportProposal() {
  const run = useCommand()
  const options = useSnapshot('candleImport', ({ context }) => context.options)
  const proposal = useSnapshot('candleImport', ({ context }) => context.status?.proposal ?? null)
  const message = useSnapshot('candleImport', ({ context }) => context.message)
  if (options === null) return null
  return (
    <div className={styles.stage}>
      {message !== null && (
        <p className={text.down} role="alert">
          <bdi>{message}</bdi>
        </p>
      )}
      {proposal !== null && proposal.remarks.length > 0 && (
        <ul className={styles.remarks}>
          {proposal.remarks.map((remark) => (
            <li key={remark}>{remark}</li>
          ))}
        </ul>
      )}
      <Options options={options} />
      <Mapping options={options} row={proposal?.sample[0]} />
      {proposal !== null && <Sample rows={proposal.sample} />}
      <div className={styles.acts}>
        <Button
          kind="primary"
          isDisabled={!isOfKnownInstruments(options)}
          onPress={() => run({ command: 'import.start', args: {} })}
        >
          Import
        </Button>
        <Button onPress={() => run({ command: 'import.cancel', args: {} })}>Cancel</Button>
        <span className={text.muted}>
          {!isOfKnownInstruments(options)
            ? 'Choose the instrument first.'
            : options.onBadRows === 'skip'
              ? 'Rows that cannot be used are skipped and listed.'
              : 'The import stops at a row that cannot be used and asks what to do.'}
        </span>
      </div>
    </div>
  )
}

const universesOf = (instruments: InstrumentIndex | null) => [
  { value: '', label: 'all' },
  ...universes.flatMap((index) => {
    const members = instruments?.membersOf(index) ?? []
    const label = `of ${universeInWords({ kind: 'index', index })}`
    return members.length === 0 ? [] : [{ value: members.map(({ id }) => id).join(','), label }]
  }),
]

const rules = [
  ['rowOrder', 'Rows are'],
  ['onBadRows', 'Rows that cannot be used'],
  ['onBadRanges', 'High or low off by up to 0.5%'],
  ['outsideSession', 'Outside the session'],
  ['otherSymbols', 'Other symbols in the file'],
  ['onExisting', 'Days stored already'],
  ['onBreaks', 'Prices that jump (splits)'],
] as const

function Options({ options }: { readonly options: ImportOptions }) {
  const { dispatch } = useConsole()
  const set = (name: string) => (value: string) =>
    dispatch({ to: 'candleImport', event: { type: 'import.option', name, value } })
  const { instrumentsFrom = 'key' } = options
  return (
    <div className={styles.options}>
      <Subject options={options} set={set} />
      <Select
        label="Interval"
        value={options.interval}
        choices={intervalChoices}
        onChange={(interval) =>
          dispatch({ to: 'candleImport', event: { type: 'import.interval', interval } })
        }
      />
      <Select
        label="Times are in"
        value={options.timeZone}
        choices={choices.timeZone}
        onChange={set('timeZone')}
      />
      <Select
        label="A time marks"
        value={options.timeMarks}
        choices={choices.timeMarks}
        onChange={set('timeMarks')}
      />
      {rules
        .filter(([name]) => name !== 'otherSymbols' || instrumentsFrom === 'key')
        .map(([name, label]) => (
          <Select
            key={name}
            label={label}
            value={options[name] ?? choices[name][0].value}
            choices={choices[name]}
            onChange={set(name)}
          />
        ))}
    </div>
  )
}

interface SubjectProps {
  readonly options: ImportOptions
  readonly set: (name: string) => (value: string) => void
}

function Subject({ options, set }: SubjectProps) {
  const { dispatch, instruments } = useConsole()
  const { instrumentsFrom = 'key', onlyKeys = [] } = options
  const known = parseInstrumentId(options.key)
  // Only a warning: any file name looks like a symbol, and an expired contract is not listed either.
  const isListed = known === null || instruments()?.find(known.id) !== null
  return (
    <>
      <Select
        label="The file has"
        value={instrumentsFrom}
        choices={choices.instrumentsFrom}
        onChange={set('instrumentsFrom')}
      />
      {instrumentsFrom === 'symbol_column' && (
        <Select
          label="Symbols to import"
          value={onlyKeys.join(',')}
          choices={universesOf(instruments())}
          onChange={set('onlyKeys')}
        />
      )}
      {instrumentsFrom === 'key' && (
        <InstrumentField
          label="Instrument"
          isSingle
          chosen={known === null ? [] : [known.id]}
          problem={isListed ? undefined : 'Not in today’s instrument list. Check the symbol.'}
          onChange={([instrument]) =>
            dispatch({
              to: 'candleImport',
              event: { type: 'import.instrument', instrument: instrument ?? '' },
            })
          }
        />
      )}
    </>
  )
}

interface MappingProps {
  readonly options: ImportOptions
  readonly row: SampleRow | undefined
}

function Mapping({ options: { mapping }, row }: MappingProps) {
  const { dispatch } = useConsole()
  const columnChoices = toColumnChoices(mapping.delimiter, row)
  const set = (name: string) => (value: string) =>
    dispatch({ to: 'candleImport', event: { type: 'import.option', name, value } })
  return (
    <div className={styles.columns}>
      <Select label="Separator" value={mapping.delimiter} choices={delimiters} onChange={set('delimiter')} />
      <Field
        className={styles.wide}
        label="Time format"
        value={mapping.timeFormat}
        maxLength={40}
        onChange={set('timeFormat')}
      />
      {columnNames.map(([name, label]) => (
        <Select
          key={name}
          label={label}
          value={String(mapping[name] ?? '')}
          choices={optional.has(name) ? [{ value: '', label: 'none' }, ...columnChoices] : columnChoices}
          onChange={set(name)}
        />
      ))}
      <Switch
        label="Header line"
        isOn={mapping.hasHeader}
        onChange={(isOn) => set('hasHeader')(String(isOn))}
      />
    </div>
  )
}

interface SampleRow {
  readonly line: number
  readonly text: string
  readonly reads: string
}

function Sample({ rows }: { readonly rows: readonly SampleRow[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className={styles.sample} aria-label="First rows" tabIndex={0}>
      <table>
        <caption>First rows, in the file and as read</caption>
        <thead>
          <tr>
            <th scope="col">Line</th>
            <th scope="col">Text</th>
            <th scope="col">Read as</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.line}>
              <td>{row.line}</td>
              <td>
                <bdi>{row.text}</bdi>
              </td>
              <td>{row.reads}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
