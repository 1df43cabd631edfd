import type { BacktestResult, BacktestTrade, LegTrade } from '../backtest.ts'
import type { Candles } from '../candle.ts'
import { formatRupees } from '../format.ts'
import { parseInstrumentId } from '../instrument.ts'
import { type EpochMs, epochMs, istDayNumber, toIstDate } from '../time.ts'
import { oneTrade } from '../trust/trade-findings.ts'
import { countOf, EVIDENCE_MAX, type Evidence, type Finding } from '../trust/trust.ts'
import type { LegTape } from './leg-prices.ts'
import type { RawFill, RawOptionTrade } from './raw-trade.ts'
import type { LegContract } from './rules.ts'

interface OptionFindingInput {
  readonly candles: Pick<Candles, 'time'>
  readonly trades: readonly RawOptionTrade[]
  readonly report: Pick<BacktestResult, 'finalPnl' | 'maximumGain' | 'tradeLog'>
  tapeOf(contract: LegContract): LegTape
}

/** Of all fills at traded prices. */
const ILLIQUID_SHARE = 0.1

/** What the trades of a run on options make doubtful. */
export const optionFindings = (input: OptionFindingInput): readonly Finding[] =>
  [oneTrade(input), illiquid(input), expiryDay(input.report), overnight(input.report)].filter(
    (finding) => finding !== null,
  )

const symbolOf = ({ instrument }: LegContract): string =>
  parseInstrumentId(instrument)?.tradingSymbol ?? instrument

/** Fills at the last price of some minutes ago, or in candles without volume: nobody traded the strike just then. */
const illiquid = ({ candles, trades, tapeOf }: OptionFindingInput): Finding | null => {
  let all = 0
  let count = 0
  const evidence: Evidence[] = []
  const look = (contract: LegContract, { row, mark, price }: RawFill): void => {
    if (mark === 'model') return
    all += 1
    if (tapeOf(contract).isTradedIn(row)) return
    count += 1
    const what = `${symbolOf(contract)} at ${formatRupees(price)}, not traded in that candle`
    if (evidence.length < EVIDENCE_MAX) evidence.push({ at: epochMs(candles.time[row] ?? 0), what })
  }
  for (const { contract, entry, exit, reason } of trades.flatMap(({ legs }) => legs)) {
    look(contract, entry)
    if (reason !== 'expiry') look(contract, exit)
  }
  if (count === 0 || count / all < ILLIQUID_SHARE) return null
  return {
    code: 'illiquid',
    severity: 'doubt',
    text: `${countOf(count, 'fill', 'fills')} of ${all.toLocaleString('en-IN')} at traded prices ${count === 1 ? 'has' : 'have'} no trade in ${count === 1 ? 'its' : 'their'} candle: the price is an older one, and an order would have moved it.`,
    evidence,
  }
}

const expiryDay = ({ tradeLog }: OptionFindingInput['report']): Finding | null => {
  const onExpiry = tradeLog.filter(({ legs = [] }) =>
    legs.some(({ contract, exitAt }) => toIstDate(exitAt) >= contract.expiry),
  )
  if (onExpiry.length === 0) return null
  return {
    code: 'expiry_day',
    severity: 'note',
    text: `${countOf(onExpiry.length, 'trade was', 'trades were')} open on the day a leg expires, when premiums move by leaps and a broker asks for more margin.`,
    evidence: evidenceOf(onExpiry),
  }
}

/** Between two sessions no stop works. */
const overnight = ({ tradeLog }: OptionFindingInput['report']): Finding | null => {
  const held = tradeLog.filter(({ entryAt, exitAt }) => istDayNumber(exitAt) > istDayNumber(entryAt))
  if (held.length === 0) return null
  return {
    code: 'overnight',
    severity: 'note',
    text: `${countOf(held.length, 'trade was', 'trades were')} held over a night: a gap passes every stop, and the margin may grow.`,
    evidence: evidenceOf(held),
  }
}

const evidenceOf = (trades: readonly BacktestTrade[]): readonly Evidence[] =>
  trades.slice(0, EVIDENCE_MAX).map(({ entryAt, netPnl }) => ({
    at: entryAt,
    what: `${formatRupees(netPnl)} net`,
  }))

/** The first fills that the model priced. */
export const modelFillsOf = (
  trades: readonly { readonly legs?: readonly LegTrade[] }[],
): readonly Evidence[] => {
  const evidence: Evidence[] = []
  const add = (at: EpochMs, contract: LegContract, price: number): void => {
    evidence.push({ at, what: `${symbolOf(contract)} at ${formatRupees(price)} by the model` })
  }
  for (const { contract, entryAt, entryMark, entryPrice, exitAt, exitMark, exitPrice } of trades.flatMap(
    ({ legs = [] }) => legs,
  )) {
    if (evidence.length >= EVIDENCE_MAX) break
    if (entryMark === 'model') add(entryAt, contract, entryPrice)
    if (exitMark === 'model') add(exitAt, contract, exitPrice)
  }
  return evidence.slice(0, EVIDENCE_MAX)
}
