import type { Candles } from '../../charts/candle.ts'
import { countOf, formatPercent, formatRupees } from '../../format.ts'
import { type ContractSymbol, parseContractSymbol } from '../../instruments/contract-symbol.ts'
import { indexExpiries, lastWeekdayOf, nseStockExpiries, settledOn } from '../../instruments/expiry.ts'
import { parseInstrumentId } from '../../instruments/instrument.ts'
import type { Side } from '../../orders/order.ts'
import { epochMs, type IstDate, toIstDate } from '../../time.ts'
import type { BacktestRequest, BacktestResult, BacktestTrade } from '../backtest.ts'
import type { RawTrade } from '../charged-trades.ts'
import { EVIDENCE_MAX, type Evidence, type Finding } from './robustness.ts'

interface TradeFindingInput {
  readonly request: BacktestRequest
  readonly candles: Candles
  readonly trades: readonly RawTrade[]
  readonly report: Pick<BacktestResult, 'finalPnl' | 'maximumGain' | 'tradeLog'>
}

const DOMINATING_SHARE = 0.5
const EXTREME_SHARE = 0.25
const EXTREME_FILLS_MIN = 5
const ILLIQUID_SHARE = 0.1

export const tradeFindings = (input: TradeFindingInput): readonly Finding[] =>
  [oneTrade(input), extremeFills(input), ...optionFindings(input)].filter((finding) => finding !== null)

/** A profit that rests on one trade says little about the next. */
export const oneTrade = ({
  report: { finalPnl, maximumGain, tradeLog },
}: Pick<TradeFindingInput, 'report'>): Finding | null => {
  if (tradeLog.length < 2 || finalPnl <= 0 || maximumGain === null) return null
  const share = maximumGain / finalPnl
  const best = tradeLog.find(({ netPnl }) => netPnl === maximumGain)
  if (share <= DOMINATING_SHARE || best === undefined) return null
  return {
    code: 'one_trade',
    severity: 'doubt',
    text: `One trade made ${formatPercent(share * 100, 0)} of the net profit.`,
    evidence: [{ at: best.exitAt, what: `${formatRupees(best.netPnl)} net` }],
  }
}

interface Fill {
  readonly row: number
  readonly side: Side
  readonly price: number
}

const fillsThat = (
  { request, trades }: TradeFindingInput,
  isSuch: (row: number, side: Side, price: number) => boolean,
): { readonly count: number; readonly fills: readonly Fill[] } => {
  const { side } = request.params
  const other: Side = side === 'buy' ? 'sell' : 'buy'
  const fills: Fill[] = []
  let count = 0
  const look = (row: number, of: Side, price: number): void => {
    if (!isSuch(row, of, price)) return
    count += 1
    if (fills.length < EVIDENCE_MAX) fills.push({ row, side: of, price })
  }
  for (const { entryRow, entryRaw, exitRow, exitRaw } of trades) {
    look(entryRow, side, entryRaw)
    look(exitRow, other, exitRaw)
  }
  return { count, fills }
}

const extremeFills = (input: TradeFindingInput): Finding | null => {
  const { low, high, time } = input.candles
  const all = input.trades.length * 2
  const { count, fills } = fillsThat(input, (row, side, price) => {
    const bottom = low[row] ?? 0
    const top = high[row] ?? 0
    return top > bottom && (side === 'buy' ? price <= bottom : price >= top)
  })
  if (count < EXTREME_FILLS_MIN || count / all <= EXTREME_SHARE) return null
  return {
    code: 'extreme_fills',
    severity: 'doubt',
    text: `${countOf(count, 'fill', 'fills')} of ${all.toLocaleString('en-IN')} are buys at the exact low or sells at the exact high: a real order rarely gets that price.`,
    evidence: fills.map((fill) => evidenceOf(fill, time)),
  }
}

const evidenceOf = ({ row, side, price }: Fill, time: Float64Array): Evidence => ({
  at: epochMs(time[row] ?? 0),
  what: `${side} at ${formatRupees(price)}`,
})

const optionFindings = (input: TradeFindingInput): readonly (Finding | null)[] =>
  input.request.contract.chargedAs === 'options' ? [expiryDay(input), illiquid(input)] : []

const expiryDay = ({ request, report }: TradeFindingInput): Finding | null => {
  const expiry = expiryOf(request.contract.instrument)
  if (expiry === null) return null
  const onExpiry = report.tradeLog.filter(
    ({ entryAt, exitAt }) => toIstDate(entryAt) === expiry || toIstDate(exitAt) === expiry,
  )
  if (onExpiry.length === 0) return null
  return {
    code: 'expiry_day',
    severity: 'note',
    text: `${countOf(onExpiry.length, 'trade was', 'trades were')} open on expiry day, when premiums jump and brokers ask for more margin.`,
    evidence: onExpiry.slice(0, EVIDENCE_MAX).map(evidenceOfTrade),
  }
}

const evidenceOfTrade = ({ entryAt, netPnl }: BacktestTrade): Evidence => ({
  at: entryAt,
  what: `${formatRupees(netPnl)} net`,
})

const illiquid = (input: TradeFindingInput): Finding | null => {
  const { volume, time } = input.candles
  const all = input.trades.length * 2
  const { count, fills } = fillsThat(input, (row) => volume[row] === 0)
  if (count === 0 || count / all < ILLIQUID_SHARE) return null
  return {
    code: 'illiquid',
    severity: 'doubt',
    text: `${countOf(count, 'fill', 'fills')} of ${all.toLocaleString('en-IN')} ${count === 1 ? 'is' : 'are'} in candles without volume: this strike did not trade then.`,
    evidence: fills.map((fill) => evidenceOf(fill, time)),
  }
}

/** Since then all contracts of an exchange expire on one weekday, so a monthly symbol gives its day. */
const WEEKDAYS_KNOWN_FROM = '2025-09-01' as IstDate

const expiryOf = (instrument: string): IstDate | null => {
  const symbol = parseInstrumentId(instrument)?.tradingSymbol ?? ''
  const parsed = parseContractSymbol(symbol, (root) => /^[A-Z&-]+$/.test(root))
  return parsed === null ? null : lastDayOf(parsed)
}

const lastDayOf = ({ root, year, month, day }: ContractSymbol): IstDate | null => {
  const two = (value: number) => String(value).padStart(2, '0')
  if (day !== null) return `${year}-${two(month)}-${two(day)}` as IstDate
  const { weekday } = indexExpiries[root] ?? nseStockExpiries
  const nominal = lastWeekdayOf(year, month - 1, weekday)
  return nominal < WEEKDAYS_KNOWN_FROM ? null : settledOn(nominal)
}
