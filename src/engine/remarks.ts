import type { BacktestRequest } from '../domain/backtest.ts'
import type { Candles } from '../domain/candle.ts'
import type { RawTrade } from '../domain/charged-trades.ts'
import { chargesRemark } from '../domain/charges.ts'
import { parseInstrumentId } from '../domain/instrument.ts'
import { SETTLING_MINUTES_MAX, settlingOf } from '../domain/settling.ts'
import { epochMs } from '../domain/time.ts'
import { countOf, EVIDENCE_MAX, type Evidence, type Finding } from '../domain/trust/trust.ts'
import type { Signals } from './signals.ts'

export interface Outcome {
  readonly request: BacktestRequest
  readonly candles: Pick<Candles, 'time'>
  readonly first: number
  readonly last: number
  readonly trades: readonly RawTrade[]
  readonly skipped: number
  readonly outsideHours: number
  /** Candles that touched stop and target and whose minutes told which came first. */
  readonly settled: number
  readonly hasMinutes: boolean
  /** Candles of the span on which some operand of the entry has no value yet. */
  readonly warmUp: number
  /** Of a run without a trade; null of one with trades. */
  readonly signals: Signals | null
}

/** Below this the figures of a run are mostly luck. */
const TRADES_FEW = 30

/** A sentence alone, or one that is a finding too. */
type Remark = string | Finding

/** What a reader must know before believing the figures, in the order it is said. */
export const remarksOf = (outcome: Outcome): readonly Remark[] =>
  [
    ...marketRemarks(outcome.request),
    ...tradingRemarks(outcome),
    ...costRemarks(outcome.request),
    ...sampleRemarks(outcome),
  ].filter((remark) => remark !== null)

/** Every remark as its sentence. */
export const sentencesOf = (remarks: readonly Remark[]): readonly string[] =>
  remarks.map((remark) => (typeof remark === 'string' ? remark : remark.text))

export const findingsAmong = (remarks: readonly Remark[]): readonly Finding[] =>
  remarks.filter((remark) => typeof remark !== 'string')

const found = (
  code: Finding['code'],
  severity: Finding['severity'],
  text: string,
  evidence: readonly Evidence[] = [],
): Finding => ({ code, severity, text, evidence })

const marketRemarks = ({ source, contract, params }: BacktestRequest): readonly (Remark | null)[] => {
  const instrument = parseInstrumentId(contract.instrument)
  const isIndex = instrument?.segment === 'INDICES'
  return [
    source === 'simulated'
      ? found(
          'simulated',
          'grave',
          'The candles are simulated: they show how the product works, not the market.',
        )
      : null,
    isIndex
      ? `${instrument.tradingSymbol} is an index and cannot be bought: it is traded here at index prices as its nearest future would be, in lots of ${contract.lotSize}, without the future's premium or the cost of rolling it.`
      : null,
    contract.chargedAs === 'futures'
      ? 'Capital used is the full value of the contracts; a broker would block a margin, which is a part of it.'
      : null,
    contract.chargedAs === 'options' && params.side === 'sell'
      ? 'Capital used is the premium; a broker would block a margin, which is a multiple of it.'
      : null,
    contract.chargedAs === 'equity' && params.product !== 'MIS' && params.side === 'sell'
      ? 'Shares cannot be sold short beyond the day: a real account could not hold these positions overnight.'
      : null,
  ]
}

const tradingRemarks = (outcome: Outcome): readonly (Remark | null)[] => {
  const { request, skipped, outsideHours } = outcome
  const { params } = request
  return [
    params.fill === 'close'
      ? found(
          'optimistic_fill',
          'doubt',
          'Orders fill at the very close that decided them, which is optimistic: nobody can trade a close that is only known once it is over.',
        )
      : null,
    doubtRemark(outcome),
    skipped > 0
      ? `${countOf(skipped, 'entry was', 'entries were')} skipped because the money did not cover one lot.`
      : null,
    outsideHours > 0
      ? `${countOf(outsideHours, 'entry', 'entries')} outside ${params.tradingStartTime} to ${params.tradingStopTime} ${outsideHours === 1 ? 'was' : 'were'} not made.`
      : null,
  ]
}

const doubtRemark = (outcome: Outcome): Finding | null => {
  const { trades, settled, hasMinutes, candles } = outcome
  const unsettled = trades.filter((trade) => trade.isAmbiguous)
  if (unsettled.length + settled === 0) return null
  const doubtful = countOf(unsettled.length + settled, 'candle', 'candles')
  const evidence = unsettled.slice(0, EVIDENCE_MAX).map(({ exitRow }) => ({
    at: epochMs(candles.time[exitRow] ?? 0),
    what: 'stop and target in one candle',
  }))
  if (hasMinutes && unsettled.length === 0)
    return found(
      'settled',
      'note',
      `${doubtful} touched stop and target; minute candles settled ${settled.toLocaleString('en-IN')}.`,
    )
  return found('ambiguous', 'doubt', ambiguityOf(outcome, doubtful, unsettled.length), evidence)
}

const ambiguityOf = (
  { request: { params }, settled, hasMinutes }: Outcome,
  doubtful: string,
  unsettled: number,
): string => {
  if (hasMinutes)
    return `${doubtful} touched stop and target; minute candles settled ${settled.toLocaleString('en-IN')}; the stop was taken for ${unsettled.toLocaleString('en-IN')}.`
  const settling = settlingOf(params)
  switch (settling) {
    case 'needless':
      return `${doubtful} touched both stop and target; which came first is unknown, so the stop was taken.`
    case 'tooMany':
      return `The span holds more than ${SETTLING_MINUTES_MAX.toLocaleString('en-IN')} minutes, too many to settle ${doubtful} that touched stop and target; the stop was taken.`
    case 'wanted':
      return `No minute candles were there to settle ${doubtful} that touched stop and target; the stop was taken.`
    default:
      return settling satisfies never
  }
}

const costRemarks = ({ params }: BacktestRequest): readonly (Remark | null)[] => {
  const ofLater = params.costs ? chargesRemark(params.from) : null
  return [
    ofLater === null ? null : found('rates_of_later', 'note', ofLater),
    params.costs ? null : found('no_costs', 'doubt', 'No charges are counted.'),
    params.slippageBps === 0 && params.slippageTicks === 0
      ? found('no_slippage', 'doubt', 'No slippage is counted: every order fills at the printed price.')
      : null,
  ]
}

const sampleRemarks = (outcome: Outcome): readonly (Remark | null)[] => [
  ...readinessRemarks(outcome),
  outcome.signals === null ? null : noTrades(outcome, outcome.signals),
  outcome.trades.length > 0 && outcome.trades.length < TRADES_FEW
    ? found(
        'few_trades',
        'doubt',
        `${countOf(outcome.trades.length, 'trade is', 'trades are')} too few to tell skill from luck.`,
      )
    : null,
]

/** Without counts, so that symbols of one run that made no trade for the same reason say it once. */
const noTrades = (outcome: Outcome, { entries, crossed }: Signals): Finding => {
  const { candles, outsideHours, skipped } = outcome
  const { tradingStartTime, tradingStopTime } = outcome.request.params
  const reasons = [
    crossed.length > 0 ? 'where the exit was true on the same candle, and the exit wins' : '',
    outsideHours > 0 ? `outside ${tradingStartTime} to ${tradingStopTime}` : '',
    skipped > 0 ? 'where the money did not cover one lot' : '',
    crossed.length + outsideHours + skipped < entries
      ? 'on a last candle, with none behind it to trade in'
      : '',
  ].filter(Boolean)
  const why = entries === 0 ? 'the entry was never true' : `the entry was true only ${reasons.join(', or ')}`
  const evidence = crossed.slice(0, EVIDENCE_MAX).map((row) => ({
    at: epochMs(candles.time[row] ?? 0),
    what: 'entry and exit true on one candle',
  }))
  return found('no_trades', 'grave', `The strategy made no trade: ${why}.`, evidence)
}

const readinessRemarks = ({ first, last, warmUp }: Outcome): readonly (Remark | null)[] => [
  warmUp >= last - first
    ? found(
        'never_ready',
        'grave',
        'The entry never has all its values over these candles, so it can hardly ever be true: the span is too short for its longest period, or it reads the volume of an index.',
      )
    : null,
  warmUp > 0 && warmUp < last - first
    ? found(
        'warm_up',
        'note',
        `The first ${countOf(warmUp, 'candle', 'candles')} went into warming the indicators up: no entry can arise there that needs them all.`,
      )
    : null,
]
