import { useMemo, useState } from 'react'
import { dayInWords } from '../../../../domain/dates-in-words.ts'
import { formatNumber, formatSignedRupees } from '../../../../domain/format.ts'
import { addDays, parseIstDate, toIstDate } from '../../../../domain/time.ts'
import type { Payoff } from '../../../../machines/orders/basket.ts'
import { areAllPlaced } from '../../../../machines/orders/leg-state.ts'
import { payoffInWords } from '../../../charts/payoff/outcome-in-words.ts'
import { GreekTiles, OutcomeTiles } from '../../../charts/payoff/outlook-tiles.tsx'
import { PayoffChart } from '../../../charts/payoff/payoff-chart.tsx'
import { useConsole, useSnapshot } from '../../../kit/console.tsx'
import { Button } from '../../../kit/control/button.tsx'
import { keysFor } from '../../../kit/control/keys-for.ts'
import { EmptyNotice, ErrorNotice } from '../../../kit/layout/notice.tsx'
import { Panel } from '../../../kit/layout/panel.tsx'
import { Skeleton } from '../../../kit/layout/skeleton.tsx'
import { Signed } from '../../../kit/price/signed.tsx'
import { type ColumnOf, DataTable } from '../../../kit/table/data-table.tsx'
import { TableSwitch } from '../../../kit/table/table-switch.tsx'
import styles from './basket.module.css'

interface PayoffRow {
  readonly price: number
  readonly atExpiry: number
  readonly onDay: number
}

const whole = (value: number | null) => formatSignedRupees(value, 0)
/** Rows sampled from some three hundred points; break-evens are always included. */
const TABLE_ROWS = 41

const columnsOn = (day: string): readonly ColumnOf<PayoffRow>[] => [
  {
    id: 'price',
    title: 'Underlying at',
    isRowHeader: true,
    isNumeric: true,
    cell: ({ price }) => formatNumber(price),
    sortBy: ({ price }) => price,
  },
  {
    id: 'expiry',
    title: 'At expiry',
    isNumeric: true,
    cell: ({ atExpiry }) => <Signed value={atExpiry} format={whole} />,
    sortBy: ({ atExpiry }) => atExpiry,
  },
  {
    id: 'day',
    title: day,
    isNumeric: true,
    cell: ({ onDay }) => <Signed value={onDay} format={whole} />,
    sortBy: ({ onDay }) => onDay,
  },
]

export function PayoffPanel() {
  const payoff = useSnapshot('basket', ({ context }) => context.payoff)
  const message = useSnapshot('basket', ({ context }) => context.payoffMessage)
  const isAsking = useSnapshot('basket', (basket) => basket.matches({ editing: 'pricing' }))
  const [isTable, setIsTable] = useState(false)
  const [shown, setShown] = useState(payoff)
  if (payoff !== shown && (payoff !== null || !isAsking)) setShown(payoff)
  const days = useSnapshot('basket', ({ context }) => context.days)
  const day = shown === null || days === 0 ? 'today' : dayInWords(addDays(toIstDate(shown.asOf), days))
  const columns = useMemo(() => columnsOn(day), [day])
  const isPlaced = useSnapshot('basket', ({ context }) => areAllPlaced(context.legs))
  const rows = useMemo(() => (shown === null || !isTable ? [] : rowsOf(shown)), [shown, isTable])
  const expiry = shown === null ? null : parseIstDate(shown.expiry)
  return (
    <>
      {shown !== null && <OutcomeTiles payoff={shown} />}
      <Panel
        title="Payoff"
        className={styles.payoff}
        note={expiry !== null && `expiry ${dayInWords(expiry).slice(4)}`}
        aside={
          <>
            {shown !== null && <DayStepper day={day} days={days} />}
            <TableSwitch isTable={isTable} onChange={setIsTable} />
          </>
        }
      >
        {message !== null ? (
          <ErrorNotice message={message} />
        ) : shown === null ? (
          isAsking ? (
            <div role="status" aria-label="Loading the payoff">
              <Skeleton rows={6} />
            </div>
          ) : (
            <EmptyNotice icon="options" title={isPlaced ? 'All legs placed' : 'No payoff yet'}>
              {isPlaced
                ? 'The legs are placed: see their P&L in Positions.'
                : 'Add an option or a future. All legs must be on one underlying.'}
            </EmptyNotice>
          )
        ) : isTable ? (
          <DataTable
            label="Payoff by price"
            rows={rows}
            columns={columns}
            rowKey={({ price }) => String(price)}
            phone={({ price, atExpiry, onDay }) => ({
              title: formatNumber(price),
              value: <Signed value={atExpiry} format={whole} />,
              note: day,
              detail: whole(onDay),
            })}
            empty={null}
          />
        ) : (
          <PayoffChart curve={curveOf(shown)} day={day} summary={payoffInWords(shown)} />
        )}
      </Panel>
      {shown !== null && <GreekTiles payoff={shown} of="basket" />}
    </>
  )
}

const curveOf = ({ today, atHorizon, ...curve }: Payoff) => ({ ...curve, onDay: atHorizon ?? today })

function DayStepper({ day, days }: { readonly day: string; readonly days: number }) {
  const { run } = useConsole()
  const lastDay = useSnapshot('basket', ({ context }) => context.lastDay)
  const step = (by: 1 | -1) => {
    const call = { command: 'basket.day', args: { by } } as const
    const keys = keysFor(call)
    return (
      <Button
        kind="quiet"
        aria-label={by > 0 ? 'A day later' : 'A day earlier'}
        isDisabled={by > 0 ? days >= (lastDay ?? 0) : days === 0}
        onPress={() => run(call)}
        {...(keys === null ? {} : { keys })}
      >
        {by > 0 ? '›' : '‹'}
      </Button>
    )
  }
  return (
    <span className={styles.day}>
      {step(-1)}
      <b>– – {day}</b>
      {step(1)}
    </span>
  )
}

const rowsOf = (payoff: Payoff): readonly PayoffRow[] => {
  const { prices, atExpiry, onDay, breakevens, spot } = curveOf(payoff)
  const step = Math.max(1, Math.floor(prices.length / TABLE_ROWS))
  const always = new Set([...breakevens, spot])
  return prices.flatMap((price, index) =>
    index % step === 0 || always.has(price)
      ? [{ price, atExpiry: atExpiry[index] ?? 0, onDay: onDay[index] ?? 0 }]
      : [],
  )
}
