import { useMemo, useState } from 'react'
import { dateInWords } from '../../../domain/dates-in-words.ts'
import { formatNumber, formatSignedRupees } from '../../../domain/format.ts'
import { parseIstDate } from '../../../domain/time.ts'
import type { Payoff } from '../../../machines/basket.ts'
import { PayoffChart } from '../../charts/payoff-chart.tsx'
import { useSnapshot } from '../../kit/console.tsx'
import { type ColumnOf, DataTable } from '../../kit/data-table.tsx'
import { EmptyNotice, ErrorNotice } from '../../kit/notice.tsx'
import { Panel } from '../../kit/panel.tsx'
import { Signed } from '../../kit/signed.tsx'
import { Skeleton } from '../../kit/skeleton.tsx'
import { TableSwitch } from '../../kit/table-switch.tsx'
import styles from './basket.module.css'
import { GreekTiles, PayoffTiles } from './basket-outlook.tsx'

interface PayoffRow {
  readonly price: number
  readonly atExpiry: number
  readonly today: number
}

const whole = (value: number | null) => formatSignedRupees(value, 0)
/** Of some three hundred points, so many stand in the table, the break-evens among them. */
const TABLE_ROWS = 41

const columns: readonly ColumnOf<PayoffRow>[] = [
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
    id: 'today',
    title: 'Today',
    isNumeric: true,
    cell: ({ today }) => <Signed value={today} format={whole} />,
    sortBy: ({ today }) => today,
  },
]

/** What the legs are worth over prices of their underlying, as a picture or, with `t`, as a table. */
export function PayoffPanel() {
  const payoff = useSnapshot('basket', ({ context }) => context.payoff)
  const message = useSnapshot('basket', ({ context }) => context.payoffMessage)
  const isAsking = useSnapshot('basket', (basket) => basket.matches({ editing: 'pricing' }))
  const [isTable, setIsTable] = useState(false)
  const [shown, setShown] = useState(payoff)
  if (payoff !== shown && (payoff !== null || !isAsking)) setShown(payoff)
  const rows = useMemo(() => (shown === null || !isTable ? [] : rowsOf(shown)), [shown, isTable])
  const expiry = shown === null ? null : parseIstDate(shown.expiry)
  return (
    <>
      {shown !== null && <PayoffTiles payoff={shown} />}
      <Panel
        title="Payoff"
        className={styles.payoff}
        note={
          expiry !== null && (
            <>
              at expiry {dateInWords(expiry)} <span className={styles.legend}>– – today</span>
            </>
          )
        }
        aside={<TableSwitch isTable={isTable} onChange={setIsTable} />}
      >
        {message !== null ? (
          <ErrorNotice message={message} />
        ) : shown === null ? (
          isAsking ? (
            <div role="status" aria-label="Asking for the payoff">
              <Skeleton rows={6} />
            </div>
          ) : (
            <EmptyNotice icon="options" title="No payoff yet">
              It is drawn once there is an option or a future among the legs, all of one underlying.
            </EmptyNotice>
          )
        ) : isTable ? (
          <DataTable
            label="Payoff by price"
            rows={rows}
            columns={columns}
            rowKey={({ price }) => String(price)}
            phone={({ price, atExpiry, today }) => ({
              title: formatNumber(price),
              value: <Signed value={atExpiry} format={whole} />,
              note: 'today',
              detail: whole(today),
            })}
            empty={null}
          />
        ) : (
          <PayoffChart curve={shown} summary={summaryOf(shown)} />
        )}
      </Panel>
      {shown !== null && <GreekTiles payoff={shown} />}
    </>
  )
}

const rowsOf = (payoff: Payoff): readonly PayoffRow[] => {
  const { prices, atExpiry, today, breakevens, spot } = payoff
  const step = Math.max(1, Math.floor(prices.length / TABLE_ROWS))
  const always = new Set([...breakevens, spot])
  return prices.flatMap((price, place) =>
    place % step === 0 || always.has(price)
      ? [{ price, atExpiry: atExpiry[place] ?? 0, today: today[place] ?? 0 }]
      : [],
  )
}

const extreme = (value: number | null): string => (value === null ? 'unlimited' : whole(value))

const summaryOf = ({ maxProfit, maxLoss, breakevens, spot }: Payoff): string =>
  `At best ${extreme(maxProfit)}, at worst ${extreme(maxLoss)}; ${
    breakevens.length === 0
      ? 'no break-even'
      : `break-even at ${breakevens.map((price) => formatNumber(price, 0)).join(' and ')}`
  }; spot ${formatNumber(spot)}.`
