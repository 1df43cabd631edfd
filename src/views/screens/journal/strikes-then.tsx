import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { formatCompact, formatNumber, formatSigned, formatSignedPercent } from '../../../domain/format.ts'
import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import type { ChainThen } from '../../../machines/analysis/scrub-chain.ts'
import { useConsole } from '../../kit/console.tsx'
import { EmptyNotice } from '../../kit/layout/notice.tsx'
import { Signed } from '../../kit/price/signed.tsx'
import { type ColumnOf, DataTable, type ListState } from '../../kit/table/data-table.tsx'
import type { RowAct } from '../../kit/table/row-menu.tsx'
import text from '../../theme/text.module.css'
import styles from './chain-then.module.css'

type SideThen = NonNullable<ChainThen['strikes'][number]['ce']>

interface StrikeThen {
  readonly strike: number
  readonly ce: SideThen | null
  readonly pe: SideThen | null
  readonly isAtm: boolean
  /** Signed units then. */
  readonly calls: number
  readonly puts: number
  /** The one held, else the one out of the money. */
  readonly contract: InstrumentId | null
}

const rowsOf = (
  { strikes, atmStrike, forward }: ChainThen,
  held: ReadonlyMap<string, number>,
): readonly StrikeThen[] =>
  strikes.map(({ strike, ce, pe }) => {
    const [calls, puts] = [ce, pe].map((side) => held.get(side?.sym ?? '') ?? 0) as [number, number]
    const isCall = calls !== 0 || (puts === 0 && strike >= forward)
    const contract = (isCall ? (ce ?? pe) : (pe ?? ce))?.sym as InstrumentId | undefined
    return { strike, ce, pe, isAtm: strike === atmStrike, calls, puts, contract: contract ?? null }
  })

const strikeInWords = (strike: number): string => formatNumber(strike, strike % 1 === 0 ? 0 : 2)

const changeOf = ({ lastPrice, closePrice }: SideThen): number | null =>
  closePrice > 0 ? (100 * (lastPrice - closePrice)) / closePrice : null

const figures = [
  {
    id: 'ltp',
    title: 'LTP',
    minWidth: 76,
    showFrom: 0,
    cell: ({ lastPrice }: SideThen) => formatNumber(lastPrice),
  },
  {
    id: 'change',
    title: 'chg',
    minWidth: 66,
    showFrom: 730,
    cell: (side: SideThen) => (
      <Signed value={changeOf(side)} format={(value) => formatSignedPercent(value, 0)} />
    ),
  },
  {
    id: 'delta',
    title: 'Δ',
    minWidth: 56,
    showFrom: 400,
    cell: ({ delta }: SideThen) => <span className={text.second}>{formatNumber(delta, 2)}</span>,
  },
  {
    id: 'iv',
    title: 'IV',
    minWidth: 54,
    showFrom: 460,
    cell: ({ iv }: SideThen) => <span className={text.muted}>{formatNumber(iv, 1)}</span>,
  },
  {
    id: 'oi',
    title: 'OI',
    minWidth: 70,
    showFrom: 600,
    cell: ({ oi }: SideThen) => <span className={text.muted}>{formatCompact(oi)}</span>,
  },
] as const

const sideColumns = (side: 'ce' | 'pe'): readonly ColumnOf<StrikeThen>[] =>
  figures.map(({ id, title, minWidth, showFrom, cell }) => ({
    id: `${side} ${id}`,
    title: `${side === 'ce' ? 'Call' : 'Put'} ${title}`,
    isNumeric: true,
    ...{ minWidth, showFrom },
    cell: ({ [side]: of }) => (of === null ? '–' : cell(of)),
  }))

const columns: readonly ColumnOf<StrikeThen>[] = [
  ...sideColumns('ce').toReversed(),
  {
    id: 'strike',
    title: 'Strike',
    isRowHeader: true,
    isNumeric: true,
    minWidth: 110,
    cell: (row) => <Strike of={row} />,
  },
  ...sideColumns('pe'),
]

function Strike({ of: { strike, isAtm, calls, puts } }: { readonly of: StrikeThen }) {
  return (
    <span className={styles.strike} data-atm={isAtm ? '' : undefined}>
      <Held units={calls} of="call" />
      <span>{strikeInWords(strike)}</span>
      <Held units={puts} of="put" />
      {isAtm && <span className="visually-hidden"> at the money</span>}
    </span>
  )
}

function Held({ units, of }: { readonly units: number; readonly of: 'call' | 'put' }) {
  if (units === 0) return <span />
  const words = `${units > 0 ? 'bought' : 'sold'} ${formatNumber(Math.abs(units), 0)} of the ${of}`
  return (
    <span className={`${styles.held} ${units > 0 ? text.buy : text.sell}`} title={words}>
      <span className="visually-hidden">{words}, </span>
      <span aria-hidden="true">{formatSigned(units, 0)}</span>
    </span>
  )
}

const priceOf = (side: SideThen | null): string => (side === null ? '–' : formatNumber(side.lastPrice))
const deltaOf = (side: SideThen | null): string => formatNumber(side?.delta ?? null, 2)

/** For the first chain of an expiry: chains of later instants leave the rows where they are. */
const useMoneyInView = (chain: ChainThen | null, box: RefObject<HTMLElement | null>): void => {
  const strikes = chain?.strikes ?? []
  const subject = chain === null || strikes.length === 0 ? null : `${chain.underlying} ${chain.expiry}`
  const share = (strikes.findIndex(({ strike }) => strike === chain?.atmStrike) + 0.5) / strikes.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: another strike at the money must not move the rows
  useEffect(() => {
    if (subject === null) return
    // Rows are added in steps, after which the table has its height.
    const look = (): void => {
      const grid = box.current?.querySelector('[role=grid]') ?? null
      const rowHeight = grid?.querySelector('[role=row][data-key]')?.clientHeight ?? 0
      if (grid !== null && rowHeight > 0 && grid.scrollHeight >= rowHeight * strikes.length)
        grid.scrollTop = share * grid.scrollHeight - grid.clientHeight / 2
      else frame = requestAnimationFrame(look)
    }
    let frame = requestAnimationFrame(look)
    return () => cancelAnimationFrame(frame)
  }, [subject])
}

interface StrikesThenProps {
  readonly chain: ChainThen | null
  readonly message: string | null
  readonly held: ReadonlyMap<string, number>
  readonly onRetry: () => void
}

export function StrikesThen({ chain, message, held, onRetry }: StrikesThenProps) {
  const { run, setFocus, instruments } = useConsole()
  const rows = useMemo(() => (chain === null ? [] : rowsOf(chain, held)), [chain, held])
  useEffect(() => () => setFocus({ kind: '', key: '' }), [setFocus])
  const state: ListState =
    chain !== null
      ? { kind: 'ready' }
      : message === null
        ? { kind: 'loading' }
        : { kind: 'failed', message, retry: onRetry }
  const isListed = (id: InstrumentId): boolean => (instruments()?.find(id) ?? null) !== null
  const focus = (row: StrikeThen | null) => {
    const contract = row?.contract ?? null
    setFocus({
      ...(row === null ? { kind: '', key: '' } : { kind: 'strike', key: String(row.strike) }),
      ...(contract !== null && isListed(contract) ? { instrument: contract } : {}),
    })
  }
  const actsOf = ({ ce, pe }: StrikeThen): readonly RowAct[] =>
    [ce, pe].flatMap((side, index) => {
      const instrument = side?.sym as InstrumentId | undefined
      if (instrument === undefined) return []
      const title = `Chart of the ${index === 0 ? 'call' : 'put'}`
      const isDisabled = !isListed(instrument)
      return [
        {
          id: instrument,
          title,
          isDisabled,
          run: () => run({ command: 'chart.open', args: { instrument } }),
        },
      ]
    })
  const box = useRef<HTMLDivElement>(null)
  useMoneyInView(chain, box)
  return (
    <div className={styles.strikes} ref={box}>
      <DataTable
        label="Strikes then"
        rows={rows}
        columns={columns}
        rowKey={({ strike }) => String(strike)}
        state={state}
        onRowFocus={focus}
        actsOf={actsOf}
        nameOf={({ strike }) => strikeInWords(strike)}
        phone={(row) => ({
          title: <Strike of={row} />,
          value: `${priceOf(row.ce)} · ${priceOf(row.pe)}`,
          note: `IV ${formatNumber((row.ce ?? row.pe)?.iv ?? null, 1)}`,
          detail: `Δ ${deltaOf(row.ce)} · ${deltaOf(row.pe)}`,
        })}
        empty={<EmptyNotice title="No options were listed then" />}
      />
    </div>
  )
}
