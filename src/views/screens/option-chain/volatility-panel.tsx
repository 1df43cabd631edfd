import { useCallback, useMemo, useState } from 'react'
import { formatNumber, formatPercent } from '../../../domain/format.ts'
import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import type { IstDate } from '../../../domain/time.ts'
import type { ChainStrike, OptionChain } from '../../../machines/options/option-chain.ts'
import type { TermStructure } from '../../../machines/options/term-structure.ts'
import headline from '../../charts/options/headline.module.css'
import { LineChart } from '../../charts/options/line-chart.tsx'
import type { Line, LinePlot, LinePoint } from '../../charts/options/line-plot.ts'
import { Segmented } from '../../kit/control/segmented.tsx'
import { EmptyNotice, ErrorNotice } from '../../kit/layout/notice.tsx'
import { Panel } from '../../kit/layout/panel.tsx'
import { Skeleton } from '../../kit/layout/skeleton.tsx'
import { useChainAtTimes } from '../../kit/option-chain/chain-at-times.ts'
import { strikeInWords } from '../../kit/option-chain/columns.tsx'
import { type ColumnOf, DataTable } from '../../kit/table/data-table.tsx'
import { expiriesOf, expiryTitle } from './expiry-tabs.tsx'
import styles from './side-charts.module.css'
import type { ShownTermStructure } from './use-term-structure.ts'

const shown = [
  { value: 'smile', label: 'Smile' },
  { value: 'term', label: 'Expiries' },
] as const

interface VolatilityPanelProps {
  readonly chain: OptionChain
  readonly ofStructure: ShownTermStructure
  readonly strike: number | null
  readonly isTable: boolean
  readonly onPick: (strike: number) => void
}

export function VolatilityPanel(props: VolatilityPanelProps) {
  const [shows, setShows] = useState<(typeof shown)[number]['value']>('smile')
  const { chain, ofStructure } = props
  const expiries = expiriesOf(chain)
  const next = expiries[expiries.indexOf(chain.expiry as IstDate) + 1] ?? null
  const [first] = expiries
  const title = useCallback((expiry: IstDate) => expiryTitle(expiry, first), [first])
  return (
    <Panel
      title="Implied volatility"
      className={styles.panel}
      aside={<Segmented label="Volatility by" value={shows} choices={shown} onChange={setShows} />}
    >
      <p className={headline.headline}>
        {shows === 'smile' ? (
          <>
            <span className={styles.first}>{title(chain.expiry as IstDate)}</span>
            {next !== null && <span>{`– – ${title(next)}`}</span>}
          </>
        ) : (
          <span>At the money, by days to expiry</span>
        )}
      </p>
      {shows === 'smile' ? (
        <Smile {...props} next={next} title={title} />
      ) : (
        <ByExpiry {...ofStructure} chosen={chain.expiry} isTable={props.isTable} title={title} />
      )}
    </Panel>
  )
}

const percent = (value: number | null) => formatPercent(value, 1)

/** Widest part of the chain that is drawn, in expected moves on both sides; beyond it few trade. */
const MOVES = 2.5
const LEAST_STRIKES = 5

const volatilityAt = ({ ce, pe }: ChainStrike): number | null => ce?.iv ?? pe?.iv ?? null

const smileOf = ({ strikes }: OptionChain, from: number, until: number): readonly LinePoint[] =>
  strikes.flatMap((one) => {
    const y = volatilityAt(one)
    return y === null || one.strike < from || one.strike > until ? [] : [{ x: one.strike, y }]
  })

const rangeOf = ({ strikes, atmStrike, expectedMove, forward }: OptionChain): readonly [number, number] => {
  const at = strikes.findIndex(({ strike }) => strike === atmStrike)
  const least = (by: number) => strikes[Math.min(strikes.length - 1, Math.max(0, at + by))]?.strike ?? forward
  const away = MOVES * (expectedMove ?? 0)
  return [Math.min(forward - away, least(-LEAST_STRIKES)), Math.max(forward + away, least(LEAST_STRIKES))]
}

interface SmileProps extends VolatilityPanelProps {
  readonly next: IstDate | null
  readonly title: (expiry: IstDate) => string
}

function Smile({ chain, strike, isTable, next, title, onPick }: SmileProps) {
  const later = useChainAtTimes(chain.underlying as InstrumentId, next)
  const lines = useMemo((): readonly Line[] => {
    const [from, until] = rangeOf(chain)
    const first = { name: title(chain.expiry as IstDate), points: smileOf(chain, from, until) }
    return later === null
      ? [first]
      : [
          first,
          {
            name: title(later.expiry as IstDate),
            points: smileOf(later, from, until),
            isDashed: true,
          },
        ]
  }, [chain, later, title])
  const [first] = lines
  if (first === undefined || first.points.length === 0)
    return <EmptyNotice title="No volatility is known">Without prices none can be worked out.</EmptyNotice>
  if (isTable) return <SmileTable lines={lines} onPick={onPick} />
  return (
    <LineChart
      label="Volatility by strike"
      lines={lines}
      levels={[]}
      uprights={[{ x: chain.spot, label: 'spot' }]}
      chosen={strike}
      hasDots={first.points.length < 40}
      ticksOf={strikesOf}
      formatX={strikeInWords}
      formatTick={(x) => formatNumber(x, 0)}
      formatY={percent}
      formatLevel={(y) => formatPercent(y, 0)}
      summary={`Volatility at the money ${percent(chain.atmIv)}`}
      onPick={onPick}
    />
  )
}

const TICK_WIDTH = 64
const strikesOf = ({ x, width }: LinePlot): readonly number[] =>
  x.ticks(Math.max(2, Math.floor(width / TICK_WIDTH)))

interface SmileRow {
  readonly strike: number
  readonly iv: number
  readonly later: number | null
}

function SmileTable({
  lines,
  onPick,
}: {
  readonly lines: readonly Line[]
  readonly onPick: (strike: number) => void
}) {
  const [first, later] = lines
  const columns: readonly ColumnOf<SmileRow>[] = [
    {
      id: 'strike',
      title: 'Strike',
      isRowHeader: true,
      isNumeric: true,
      cell: ({ strike }) => strikeInWords(strike),
      sortBy: ({ strike }) => strike,
    },
    {
      id: 'iv',
      title: `IV ${first?.name ?? ''}`,
      isNumeric: true,
      cell: ({ iv }) => percent(iv),
      sortBy: ({ iv }) => iv,
    },
    {
      id: 'later',
      title: later === undefined ? 'IV later' : `IV ${later.name}`,
      isNumeric: true,
      cell: (row) => percent(row.later),
      sortBy: (row) => row.later,
    },
  ]
  const rows = (first?.points ?? []).map(
    ({ x, y }): SmileRow => ({
      strike: x,
      iv: y,
      later: later?.points.find((one) => one.x === x)?.y ?? null,
    }),
  )
  return (
    <DataTable
      label="Volatility by strike"
      rows={rows}
      columns={columns}
      rowKey={({ strike }) => String(strike)}
      onRowAction={({ strike }) => onPick(strike)}
      phone={({ strike, iv, later: other }) => ({
        title: strikeInWords(strike),
        value: percent(iv),
        detail: percent(other),
      })}
      empty={null}
    />
  )
}

type ExpiryFigures = TermStructure['expiries'][number]

interface ByExpiryProps extends ShownTermStructure {
  readonly chosen: string
  readonly isTable: boolean
  readonly title: (expiry: IstDate) => string
}

const daysInWords = (days: number): string => `${formatNumber(days, days < 2 ? 1 : 0)} days`

/** The axis is of the root of time, or five years would leave no room for the weeks. */
const ROUND_DAYS = [7, 30, 90, 180, 365, 730, 1460, 1825]
const roundDays = ({ x }: LinePlot): readonly number[] => {
  const [, until = 0] = x.domain()
  return ROUND_DAYS.map(Math.sqrt).filter((root) => root <= until)
}

function ByExpiry({ structure, message, askAgain, chosen, isTable, title }: ByExpiryProps) {
  if (structure === null && message !== null) return <ErrorNotice message={message} onRetry={askAgain} />
  if (structure === null)
    return (
      <div role="status" aria-label="Expiries: loading">
        <Skeleton rows={4} />
      </div>
    )
  const points = structure.expiries.flatMap(({ daysToExpiry, atmIv }) =>
    atmIv === null ? [] : [{ x: Math.sqrt(daysToExpiry), y: atmIv }],
  )
  if (isTable) return <ExpiryTable structure={structure} chosen={chosen} title={title} />
  if (points.length < 2) return <EmptyNotice title="Only one expiry has prices" />
  const here = structure.expiries.find(({ expiry }) => expiry === chosen)
  const nameAt = (x: number): string => {
    const found = structure.expiries.find(({ daysToExpiry }) => Math.sqrt(daysToExpiry) === x)
    const days = daysInWords(x * x)
    return found === undefined ? days : `${title(found.expiry as IstDate)}, ${days}`
  }
  return (
    <LineChart
      label="Volatility at the money by expiry"
      lines={[{ name: 'ATM IV', points }]}
      levels={[]}
      uprights={[]}
      chosen={here === undefined ? null : Math.sqrt(here.daysToExpiry)}
      hasDots
      ticksOf={roundDays}
      formatX={nameAt}
      formatTick={(x) => `${formatNumber(x * x, 0)} d`}
      formatY={percent}
      formatLevel={percent}
      summary={`Volatility at the money of ${points.length} expiries`}
    />
  )
}

interface ExpiryTableProps extends Pick<ByExpiryProps, 'chosen' | 'title'> {
  readonly structure: TermStructure
}

const expiryColumns = (title: (expiry: IstDate) => string): readonly ColumnOf<ExpiryFigures>[] => [
  {
    id: 'expiry',
    title: 'Expiry',
    isRowHeader: true,
    cell: ({ expiry }) => title(expiry as IstDate),
    sortBy: ({ expiry }) => expiry,
  },
  {
    id: 'iv',
    title: 'ATM IV',
    isNumeric: true,
    cell: ({ atmIv }) => percent(atmIv),
    sortBy: ({ atmIv }) => atmIv,
  },
  {
    id: 'straddle',
    title: 'Straddle',
    isNumeric: true,
    cell: ({ straddle }) => formatNumber(straddle),
    sortBy: ({ straddle }) => straddle,
  },
  {
    id: 'forward',
    title: 'Forward',
    isNumeric: true,
    cell: ({ forward }) => formatNumber(forward),
    sortBy: ({ forward }) => forward,
  },
  {
    id: 'move',
    title: 'Exp. move',
    isNumeric: true,
    showFrom: 380,
    cell: ({ expectedMove }) => formatNumber(expectedMove, 0),
    sortBy: ({ expectedMove }) => expectedMove,
  },
]

function ExpiryTable({ structure, chosen, title }: ExpiryTableProps) {
  const columns = useMemo(() => expiryColumns(title), [title])
  return (
    <DataTable
      label="Expiries side by side"
      rows={structure.expiries}
      columns={columns}
      rowKey={({ expiry }) => expiry}
      currentKey={chosen}
      phone={({ expiry, atmIv, straddle, forward }) => ({
        title: title(expiry as IstDate),
        value: percent(atmIv),
        note: `straddle ${formatNumber(straddle)}`,
        detail: `forward ${formatNumber(forward)}`,
      })}
      empty={null}
    />
  )
}
