import { useEffect } from 'react'
import { callOfDefinition, shapeOf } from '../../../domain/strategies/definitions/definition.ts'
import type { SavedDefinition } from '../../../machines/strategies/definitions.ts'
import { commandAct } from '../../kit/command-act.ts'
import { useConsole, useSnapshot, type ViewConsole } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { OpenLine } from '../../kit/control/press-or-tap.tsx'
import { useCurrentRow } from '../../kit/hooks/use-current-row.ts'
import { useMedia } from '../../kit/hooks/use-media.ts'
import { shortInstant } from '../../kit/instants.ts'
import { EmptyNotice } from '../../kit/layout/notice.tsx'
import { ScreenTitle } from '../../kit/layout/screen-title.tsx'
import { openLine } from '../../kit/open-path.ts'
import { RuleText } from '../../kit/rule-text.tsx'
import { type ColumnOf, DataTable, type PhoneRow } from '../../kit/table/data-table.tsx'
import { listStateOf } from '../../kit/table/list-state.ts'
import type { RowAct } from '../../kit/table/row-menu.tsx'
import table from '../../kit/table/table-screen.module.css'
import text from '../../theme/text.module.css'
import { DefinitionPanel } from './definition-panel.tsx'

const WIDE = '(min-width: 1100px)'
const none: readonly SavedDefinition[] = []
const keyOf = ({ definition }: SavedDefinition): string => definition.name
const attentionOf = ({ definition }: SavedDefinition) => ({ kind: 'definition', key: definition.name })

const columns: readonly ColumnOf<SavedDefinition>[] = [
  {
    id: 'name',
    isRowHeader: true,
    title: 'Name',
    width: '1fr',
    minWidth: 150,
    cell: ({ definition }) => <code className={text.mono}>{shapeOf(definition)}</code>,
    sortBy: ({ definition }) => definition.name,
  },
  {
    id: 'body',
    title: 'Stands for',
    width: '3fr',
    minWidth: 200,
    cell: ({ definition: { body } }) => (
      <span className={text.cut} title={body}>
        <RuleText rule={body} />
      </span>
    ),
    sortBy: ({ definition }) => definition.body,
  },
  {
    id: 'version',
    title: 'Version',
    isNumeric: true,
    width: 80,
    showFrom: 700,
    cell: ({ version }) => version,
    sortBy: ({ version }) => version,
  },
  {
    id: 'saved',
    title: 'Saved',
    isNumeric: true,
    width: 130,
    showFrom: 700,
    cell: ({ savedAt }) => <span className={text.second}>{shortInstant(savedAt, Date.now())}</span>,
    sortBy: ({ savedAt }) => savedAt,
  },
]

const onPhone = ({ definition, version }: SavedDefinition): PhoneRow => ({
  title: <code className={text.mono}>{shapeOf(definition)}</code>,
  value: `v${version}`,
  note: <RuleText rule={definition.body} />,
})

const actsOf = (saved: SavedDefinition, app: ViewConsole): readonly RowAct[] => {
  const { name } = saved.definition
  const call = callOfDefinition(saved.definition)
  return [
    commandAct(app, 'Change', { command: 'definition.write', args: { name } }),
    { id: 'scan', title: 'Scan with it', run: () => app.run(openLine(`scan ${call} `)) },
    { id: 'backtest', title: 'Backtest it', run: () => app.run(openLine(`bt ${call} `)) },
    commandAct(app, 'Delete', { command: 'definition.delete', args: { name } }, { isApart: true }),
  ]
}

export function DefinitionsScreen() {
  const app = useConsole()
  const { run, dispatch } = app
  const again = () => dispatch({ to: 'definitions', event: { type: 'reload.now' } })
  useEffect(() => dispatch({ to: 'definitions', event: { type: 'reload.now' } }), [dispatch])
  const all = useSnapshot('definitions', ({ context }) => context.output)
  const message = useSnapshot('definitions', ({ context }) => context.message)
  const rows = all ?? none
  const { current, watch } = useCurrentRow(rows, attentionOf)
  const isWide = useMedia(WIDE)
  const shown = current ?? rows[0] ?? null
  return (
    <div className={table.screen}>
      <ScreenTitle
        title="Definitions"
        actions={
          <Button kind="primary" onPress={() => run({ command: 'definition.write', args: {} })}>
            New definition
          </Button>
        }
      />
      <div className={table.columns} data-beside={isWide && shown !== null ? '' : undefined}>
        <div className={table.table}>
          <DataTable
            label="Definitions"
            isMain
            rows={rows}
            columns={columns}
            rowKey={keyOf}
            phone={onPhone}
            state={listStateOf({ output: all, message, again })}
            currentKey={current?.definition.name ?? null}
            onRowAction={({ definition: { name } }) => run({ command: 'definition.write', args: { name } })}
            onRowFocus={watch}
            actsOf={(row) => actsOf(row, app)}
            nameOf={({ definition }) => definition.name}
            empty={<NoDefinitions />}
          />
        </div>
        {isWide && shown !== null && (
          <DefinitionPanel
            key={`${shown.definition.name} ${shown.version}`}
            saved={shown}
            definitions={rows}
          />
        )}
      </div>
    </div>
  )
}

function NoDefinitions() {
  return (
    <EmptyNotice icon="search" title="No definition yet">
      <OpenLine /> and type <code>def squeeze(n = 20) = bollinger_bandwidth(close,n,2) &lt; 4</code>. From
      then on <code>squeeze</code> or <code>squeeze(30)</code> can stand in every rule: of a strategy, a
      scanner, an alert or a backtest.
    </EmptyNotice>
  )
}
