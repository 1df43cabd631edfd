import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { pathOf, screenOf } from '../../../domain/screens.ts'
import type { ScannerEntry } from '../../../machines/scanners/scanner-lists.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { FilterField } from '../../kit/control/filter-field.tsx'
import { KeyCap } from '../../kit/control/key-cap.tsx'
import { Segmented } from '../../kit/control/segmented.tsx'
import { useCurrentRow } from '../../kit/hooks/use-current-row.ts'
import { PHONE, useMedia } from '../../kit/hooks/use-media.ts'
import { shortInstant } from '../../kit/instants.ts'
import { EmptyNotice } from '../../kit/layout/notice.tsx'
import { ScreenTitle } from '../../kit/layout/screen-title.tsx'
import { openLine } from '../../kit/open-path.ts'
import { DataTable } from '../../kit/table/data-table.tsx'
import { listStateOf } from '../../kit/table/list-state.ts'
import table from '../../kit/table/table-screen.module.css'
import text from '../../theme/text.module.css'
import { actsOfScanner } from './acts-of-scanner.ts'
import { myColumns, sampleColumns, scannerOnPhone } from './scanner-columns.tsx'
import { ScannerPanel } from './scanner-panel.tsx'
import styles from './scanners.module.css'

const WIDE = '(min-width: 1100px)'

const keyOf = ({ slug }: ScannerEntry): string => slug
const attentionOf = ({ slug }: ScannerEntry) => ({ kind: 'scanner', key: slug })

type List = 'mine' | 'samples'

const viewOf = { mine: 'my-scanners', samples: 'discover-scanners', live: 'live-alerts' } as const

export function ScannersScreen() {
  const [path] = useLocation()
  const list = path === pathOf('my-scanners') ? 'mine' : 'samples'
  return <Scanners key={list} list={list} />
}

const wordsOf = ({ scannerName, logic, subCategory, note }: ScannerEntry): string =>
  [scannerName, logic, subCategory, note].join('\n').toLowerCase()

const none: readonly ScannerEntry[] = []

function Scanners({ list }: { readonly list: List }) {
  const app = useConsole()
  const { run, dispatch } = app
  const all = useSnapshot('scanners', ({ context }) => context.output?.[list] ?? null)
  const message = useSnapshot('scanners', ({ context }) => context.message)
  const [filter, setFilter] = useState('')
  const words = filter.trim().toLowerCase()
  const rows = all === null ? none : all.filter((entry) => wordsOf(entry).includes(words))
  const { current, watch } = useCurrentRow(rows, attentionOf)
  const isWide = useMedia(WIDE)
  const again = () => dispatch({ to: 'scanners', event: { type: 'current.ask' } })
  useEffect(() => dispatch({ to: 'scanners', event: { type: 'current.ask' } }), [dispatch])
  const state = listStateOf({ output: all, message, again })
  return (
    <div className={table.screen}>
      <Title list={list} filter={filter} onFilter={setFilter} />
      {all !== null && message !== null && <Outdated message={message} onRetry={again} />}
      <div className={table.columns} data-beside={isWide ? '' : undefined}>
        <div className={table.table}>
          <DataTable
            label={screenOf(viewOf[list]).title}
            isMain
            rows={rows}
            columns={list === 'mine' ? myColumns : sampleColumns}
            rowKey={keyOf}
            phone={scannerOnPhone}
            state={state}
            currentKey={current?.slug ?? null}
            onRowAction={({ slug }) => run({ command: 'scanner.open', args: { scanner: slug } })}
            onRowFocus={watch}
            actsOf={(row) => actsOfScanner(row, app)}
            nameOf={({ scannerName }) => scannerName}
            empty={
              filter === '' && list === 'mine' ? (
                <NoneSaved />
              ) : (
                <EmptyNotice icon="search" title={`Nothing matches ${filter}`}>
                  <Button onPress={() => setFilter('')}>Clear the filter</Button>
                </EmptyNotice>
              )
            }
          />
        </div>
        {isWide && <ScannerPanel entry={current ?? rows[0] ?? null} />}
      </div>
    </div>
  )
}

const lists = [
  { value: 'mine', label: 'My' },
  { value: 'samples', label: 'Discover' },
  { value: 'live', label: 'Live' },
] as const

interface TitleProps {
  readonly list: List
  readonly filter: string
  readonly onFilter: (text: string) => void
}

function Title({ list, filter, onFilter }: TitleProps) {
  const { run } = useConsole()
  const isPhone = useMedia(PHONE)
  return (
    <ScreenTitle
      title="Scanners"
      documentTitle={list === 'mine' ? 'My scanners' : 'Sample scanners'}
      actions={
        <>
          <FilterField label="Filter scanners" value={filter} onChange={onFilter} />
          <Button
            kind="primary"
            keys={isPhone ? '' : 'n c'}
            onPress={() => run({ command: 'view.open', args: { view: 'create-scanner' } })}
          >
            New scanner
          </Button>
        </>
      }
    >
      <span className={table.head}>
        <Segmented
          label="Which scanners"
          value={list}
          choices={lists}
          onChange={(chosen) => run({ command: 'view.open', args: { view: viewOf[chosen] } })}
        />
        {!isPhone && <KeyCap keys="1 2 3" />}
      </span>
    </ScreenTitle>
  )
}

function Outdated({ message, onRetry }: { readonly message: string; readonly onRetry: () => void }) {
  const at = useSnapshot('scanners', ({ context }) => context.output?.at ?? 0)
  return (
    <p className={styles.outdated} role="status">
      <span>{`${message}. As of ${shortInstant(at, Date.now())}.`}</span>
      <Button onPress={onRetry}>Retry</Button>
    </p>
  )
}

const SAMPLES_OFFERED = 5

function NoneSaved() {
  const { run } = useConsole()
  const samples = useSnapshot('scanners', ({ context }) => context.output?.samples ?? none)
  return (
    <EmptyNotice icon="scanners" title="No scanners yet">
      <p>
        Type a scan, then <code>save scanner "NAME"</code>
        {samples.length > 0 && ', or copy a sample'}.
      </p>
      <Button onPress={() => run(openLine('scan '))}>Scan by a line</Button>
      {samples.length > 0 && (
        <ul className={styles.samples} aria-label="Samples">
          {samples.slice(0, SAMPLES_OFFERED).map(({ slug, scannerName, subCategory }) => (
            <li key={slug}>
              <bdi>{scannerName}</bdi>
              <span className={text.muted}>{subCategory}</span>
              <Button
                aria-label={`Copy ${scannerName}`}
                onPress={() => run({ command: 'scanner.copy', args: { scanner: slug } })}
              >
                Copy
              </Button>
            </li>
          ))}
        </ul>
      )}
    </EmptyNotice>
  )
}
