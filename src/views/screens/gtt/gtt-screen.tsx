import { useEffect, useMemo } from 'react'
import { toIstDate } from '../../../domain/time.ts'
import type { Gtt } from '../../../machines/orders/gtts.ts'
import { commandAct } from '../../kit/command-act.ts'
import { useConsole, useSnapshot, type ViewConsole } from '../../kit/console.tsx'
import { Button } from '../../kit/control/button.tsx'
import { OpenLine } from '../../kit/control/press-or-tap.tsx'
import { Segmented } from '../../kit/control/segmented.tsx'
import { useCurrentRow } from '../../kit/hooks/use-current-row.ts'
import { useQueryChoice } from '../../kit/hooks/use-query.ts'
import { useSelection } from '../../kit/hooks/use-selection.ts'
import { useTableRequests } from '../../kit/hooks/use-table-requests.ts'
import { EmptyNotice } from '../../kit/layout/notice.tsx'
import { ScreenTitle } from '../../kit/layout/screen-title.tsx'
import { stepBackProps } from '../../kit/step-back.ts'
import { downloadCsv } from '../../kit/table/csv.ts'
import { DataTable } from '../../kit/table/data-table.tsx'
import { listStateOf } from '../../kit/table/list-state.ts'
import type { RowAct } from '../../kit/table/row-menu.tsx'
import styles from '../../kit/table/table-screen.module.css'
import { columnsOf, gttCsv, gttOnPhone } from './gtt-columns.tsx'
import { type GttRow, type GttTab, gttTabs, rowsOf } from './gtt-row.ts'

const none: readonly Gtt[] = []
const keyOf = ({ key }: GttRow): string => key
const attentionOf = ({ key, instrument }: GttRow) => ({ kind: 'gtt', key, instrument })
const tabNames = { active: 'Active', ended: 'Ended' } as const

const actsOf = ({ key, instrument, isOpen, gtt }: GttRow, console: ViewConsole): readonly RowAct[] => [
  commandAct(console, 'Change', { command: 'gtt.rewrite', args: { gtt: key } }, { isDisabled: !isOpen }),
  commandAct(console, 'Cancel', { command: 'gtt.cancel', args: { gtts: [key] } }, { isDisabled: !isOpen }),
  ...(gtt.orderId === null
    ? []
    : [commandAct(console, 'Order', { command: 'order.details', args: { order: gtt.orderId } })]),
  commandAct(console, 'Chart', { command: 'chart.open', args: { instrument } }, { isApart: true }),
  commandAct(console, 'Alert on price', { command: 'alert.price', args: { instrument } }),
  commandAct(console, 'Add to watchlist', { command: 'watch.add', args: { instruments: [instrument] } }),
]

export function GttScreen() {
  const console = useConsole()
  const { run, dispatch } = console
  const again = () => dispatch({ to: 'gtts', event: { type: 'current.ask' } })
  useEffect(() => dispatch({ to: 'gtts', event: { type: 'current.ask' } }), [dispatch])
  const all = useSnapshot('gtts', ({ context }) => context.output)
  const message = useSnapshot('gtts', ({ context }) => context.message)
  const [tab, setTab] = useQueryChoice('tab', gttTabs)
  const gtts = all ?? none
  const rows = useMemo(() => rowsOf(gtts, tab), [gtts, tab])
  const { current, watch } = useCurrentRow(rows, attentionOf)
  const selection = useSelection(rows, keyOf)
  const open = ({ key, gtt: { orderId } }: GttRow) => {
    if (orderId !== null) run({ command: 'order.details', args: { order: orderId } })
    else if (tab === 'active') run({ command: 'gtt.rewrite', args: { gtt: key } })
  }
  return (
    <div className={styles.screen} {...stepBackProps(selection.keys.length > 0, selection.clear)}>
      <ScreenTitle title="GTT orders" actions={<Actions tab={tab} rows={rows} picked={selection.keys} />}>
        <Segmented
          label="Which GTT orders"
          value={tab}
          choices={gttTabs.map((value) => ({
            value,
            label: all === null ? tabNames[value] : `${tabNames[value]} ${rowsOf(gtts, value).length}`,
          }))}
          onChange={setTab}
        />
      </ScreenTitle>
      <div className={styles.table}>
        <DataTable
          label="GTT orders"
          isMain
          rows={rows}
          columns={columnsOf[tab]}
          rowKey={keyOf}
          phone={gttOnPhone}
          state={listStateOf({ output: all, message, again })}
          currentKey={current?.key ?? null}
          onRowAction={open}
          onRowFocus={watch}
          selected={selection.keys}
          onSelect={selection.set}
          nameOf={({ symbol }) => symbol}
          actsOf={(row) => actsOf(row, console)}
          empty={<NoGtts tab={tab} />}
        />
      </div>
    </div>
  )
}

interface ActionsProps {
  readonly tab: GttTab
  readonly rows: readonly GttRow[]
  readonly picked: readonly string[]
}

function Actions({ tab, rows, picked }: ActionsProps) {
  const { run, now } = useConsole()
  const exportCsv = () => downloadCsv(`gtt-${toIstDate(now())}`, rows, gttCsv)
  useTableRequests({ onExport: exportCsv })
  return (
    <>
      {tab === 'active' && picked.length > 0 && (
        <Button kind="danger" onPress={() => run({ command: 'gtt.cancel', args: { gtts: picked } })}>
          {`Cancel ${picked.length} selected`}
        </Button>
      )}
      <Button icon="download" isDisabled={rows.length === 0} onPress={exportCsv}>
        CSV
      </Button>
      <Button kind="primary" onPress={() => run({ command: 'gtt.write', args: {} })}>
        New GTT
      </Button>
    </>
  )
}

function NoGtts({ tab }: { readonly tab: GttTab }) {
  if (tab === 'ended')
    return (
      <EmptyNotice icon="orders" title="None has ended">
        Those that were triggered, cancelled or have expired are listed here.
      </EmptyNotice>
    )
  return (
    <EmptyNotice icon="orders" title="No GTT order is active">
      <OpenLine /> and type <code>gtt sell infy 20 @1500 below 1505 target 1700</code>. It is kept for up to a
      year, and sends a limit order once the price is reached.
    </EmptyNotice>
  )
}
