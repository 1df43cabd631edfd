import type { Candles } from '../../charts/candle.ts'
import { countOf, formatRupees } from '../../format.ts'
import { tradingSymbolOf } from '../../instruments/instrument.ts'
import { type EpochMs, epochMs, istDayNumber, toIstDate } from '../../time.ts'
import type { BacktestResult, BacktestTrade, LegTrade } from '../backtest.ts'
import { EVIDENCE_MAX, type Evidence, type Finding } from '../robustness/robustness.ts'
import { oneTrade } from '../robustness/trade-findings.ts'
import type { LegTape } from './leg-prices.ts'
import type { RawFill, RawOptionTrade } from './raw-trade.ts'
import type { LegContract } from './rules.ts'

interface OptionFindingInput {
  readonly candles: Pick<Candles, 'time'>
  readonly trades: readonly RawOptionTrade[]
  readonly report: Pick<BacktestResult, 'finalPnl' | 'maximumGain' | 'tradeLog'>
  tapeOf(contract: LegContract): LegTape
}

const ILLIQUID_SHARE = 0.1

export const optionFindings = (input: OptionFindingInput): readonly Finding[] =>
  [oneTrade(input), illiquid(input), expiryDay(input.report), overnight(input.report)].filter(
    (finding) => finding !== null,
  )

const illiquid = ({ candles, trades, tapeOf }: OptionFindingInput): Finding | null => {
  let all = 0
  let count = 0
  const evidence: Evidence[] = []
  const look = (contract: LegContract, { row, mark, price }: RawFill): void => {
    if (mark === 'model') return
    all += 1
    if (tapeOf(contract).isTradedIn(row)) return
    count += 1
    const what = `${tradingSymbolOf(contract.instrument)} at ${formatRupees(price)}, not traded in that candle`
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
    text: `${countOf(count, 'fill', 'fills')} of ${all.toLocaleString('en-IN')} at traded prices ${count === 1 ? 'has' : 'have'} no trade in ${count === 1 ? 'its' : 'their'} candle: the price is stale, and an order would have moved it.`,
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
    text: `${countOf(onExpiry.length, 'trade was', 'trades were')} open on expiry day of a leg, when premiums jump and brokers ask for more margin.`,
    evidence: evidenceOf(onExpiry),
  }
}

/** Stops do not work between two sessions. */
const overnight = ({ tradeLog }: OptionFindingInput['report']): Finding | null => {
  const held = tradeLog.filter(({ entryAt, exitAt }) => istDayNumber(exitAt) > istDayNumber(entryAt))
  if (held.length === 0) return null
  return {
    code: 'overnight',
    severity: 'note',
    text: `${countOf(held.length, 'trade was', 'trades were')} held overnight: a gap can jump past any stop, and margin may rise.`,
    evidence: evidenceOf(held),
  }
}

const evidenceOf = (trades: readonly BacktestTrade[]): readonly Evidence[] =>
  trades.slice(0, EVIDENCE_MAX).map(({ entryAt, netPnl }) => ({
    at: entryAt,
    what: `${formatRupees(netPnl)} net`,
  }))

export const modelFillsOf = (
  trades: readonly { readonly legs?: readonly LegTrade[] }[],
): readonly Evidence[] => {
  const evidence: Evidence[] = []
  const add = (at: EpochMs, contract: LegContract, price: number): void => {
    evidence.push({
      at,
      what: `${tradingSymbolOf(contract.instrument)} at ${formatRupees(price)} by the model`,
    })
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
