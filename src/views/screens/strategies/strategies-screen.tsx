import { useCallback } from 'react'
import { useLocation } from 'wouter'
import { pathOf, screenOf } from '../../../domain/screens.ts'
import type { StrategyEntry } from '../../../machines/strategies/strategies.ts'
import { isNarrowed } from '../../../machines/strategies/strategy-query.ts'
import { useConsole, useSnapshot } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { KeyCap } from '../../kit/control/key-cap.tsx'
import { Segmented } from '../../kit/control/segmented.tsx'
import { useCurrentRow } from '../../kit/hooks/use-current-row.ts'
import { shortInstant } from '../../kit/instants.ts'
import { ScreenTitle } from '../../kit/layout/screen-title.tsx'
import { stepBackProps } from '../../kit/step-back.ts'
import { DataTable, type ListState } from '../../kit/table/data-table.tsx'
import table from '../../kit/table/table-screen.module.css'
import { actsOfStrategy } from './acts-of-row.ts'
import { EmptyStrategies } from './empty-strategies.tsx'
import { StrategyFilters } from './list-filters.tsx'
import { type StrategyList, viewOf } from './my-and-discover.ts'
import styles from './strategies.module.css'
import { myColumns, sampleColumns, strategyOnPhone } from './strategy-columns.tsx'
import { StrategyPanel } from './strategy-panel.tsx'
import { useCursorRow } from './use-cursor-row.ts'
import { useStrategyAddress } from './use-strategy-address.ts'
import { useStrategyPanel } from './use-strategy-panel.ts'

const keyOf = ({ slug }: StrategyEntry) => slug
const attentionOf = ({ slug }: StrategyEntry) => ({ kind: 'strategy', key: slug })

const lists = [
  { value: 'strategies', label: 'My' },
  { value: 'sampleStrategies', label: 'Discover' },
] as const

/** Both lists: the path says which. */
export function StrategiesScreen() {
  const [path] = useLocation()
  return <Strategies list={path === pathOf('my-strategies') ? 'strategies' : 'sampleStrategies'} />
}

function Strategies({ list }: { readonly list: StrategyList }) {
  const console = useConsole()
  const { run, dispatch } = console
  const rows = useSnapshot(list, ({ context }) => context.rows)
  const address = useStrategyAddress(list)
  const { current, watch } = useCurrentRow(rows, attentionOf)
  const panel = useStrategyPanel(current)
  const state = useListState(list)
  const age = useAge(list)
  const point = useCallback(
    (row: StrategyEntry | null) => {
      watch(row)
      if (row !== null) dispatch({ to: list, event: { type: 'strategies.point', slug: row.slug } })
    },
    [watch, dispatch, list],
  )
  useCursorRow(list, rows, point)
  const stepBack = stepBackProps(
    panel.isOver || isNarrowed(address.query),
    panel.isOver ? panel.toggle : address.clear,
  )
  return (
    <div className={table.screen} {...stepBack}>
      <Title list={list} isPanelOpen={panel.isOpen} onPanel={panel.toggle} />
      <div className={styles.columns} data-beside={panel.isOpen && !panel.isOver ? '' : undefined}>
        <div className={table.table}>
          <StrategyFilters list={list} address={address} />
          {age !== null && <Outdated list={list} age={age} />}
          <div className={styles.list} data-old={age === null ? undefined : ''}>
            <DataTable
              label={screenOf(viewOf[list]).title}
              isMain
              rows={rows}
              columns={list === 'strategies' ? myColumns : sampleColumns}
              rowKey={keyOf}
              phone={strategyOnPhone}
              state={state}
              currentKey={current?.slug ?? null}
              onRowAction={({ slug }) => run({ command: 'strategy.open', args: { strategy: slug } })}
              onRowFocus={point}
              onEnd={() => dispatch({ to: list, event: { type: 'strategies.more' } })}
              actsOf={(row) => actsOfStrategy(row, console)}
              nameOf={({ algoName }) => algoName}
              empty={<EmptyStrategies list={list} address={address} />}
            />
          </div>
        </div>
        {panel.isOpen && <StrategyPanel entry={current} isOver={panel.isOver} onClose={panel.toggle} />}
      </div>
    </div>
  )
}

interface TitleProps {
  readonly list: StrategyList
  readonly isPanelOpen: boolean
  readonly onPanel: () => void
}

function Title({ list, isPanelOpen, onPanel }: TitleProps) {
  const { run } = useConsole()
  return (
    <ScreenTitle
      title="Strategies"
      documentTitle={list === 'strategies' ? 'My strategies' : 'Sample strategies'}
      actions={
        <Button
          kind="quiet"
          keys="v"
          data-answers="v"
          data-answers-title="Show or hide the details"
          aria-expanded={isPanelOpen}
          onPress={onPanel}
        >
          Details
        </Button>
      }
    >
      <span className={table.head}>
        <Segmented
          label="Which strategies"
          value={list}
          choices={lists}
          onChange={(chosen) => run({ command: 'view.open', args: { view: viewOf[chosen] } })}
        />
        <KeyCap keys="1 2" />
      </span>
    </ScreenTitle>
  )
}

function useListState(list: StrategyList): ListState {
  const { dispatch } = useConsole()
  const isLoading = useSnapshot(
    list,
    (loaded) => loaded.matches('loadingFirst') || loaded.matches('idle') || loaded.matches('waiting'),
  )
  const message = useSnapshot(list, (loaded) =>
    loaded.matches('failed') && loaded.context.rows.length === 0 ? (loaded.context.message ?? '') : null,
  )
  if (message !== null) {
    const retry = () => dispatch({ to: list, event: { type: 'strategies.load' } })
    return { kind: 'failed', message, retry }
  }
  return { kind: isLoading ? 'loading' : 'ready' }
}

/** When the rows on screen were loaded, if newer ones cannot be; null if they are current. */
function useAge(list: StrategyList): number | null {
  const isOnline = useSnapshot('connectivity', (connectivity) => connectivity.matches('online'))
  const loadedAt = useSnapshot(list, ({ context }) => (context.rows.length === 0 ? null : context.loadedAt))
  const hasFailed = useSnapshot(list, (loaded) => loaded.matches('failed'))
  return hasFailed || !isOnline ? loadedAt : null
}

function Outdated({ list, age }: { readonly list: StrategyList; readonly age: number }) {
  const { dispatch } = useConsole()
  const message = useSnapshot(list, ({ context }) => context.message)
  return (
    <p className={styles.outdated} role="status">
      <span>{`${message ?? 'No connection'}. As of ${shortInstant(age, Date.now())}.`}</span>
      <Button onPress={() => dispatch({ to: list, event: { type: 'strategies.load' } })}>Retry</Button>
    </p>
  )
}
