import { type BacktestRequest, entersAtClose, leavesAtClose } from '../../domain/backtests/backtest.ts'
import type { RawTrade } from '../../domain/backtests/charged-trades.ts'
import { INTRABAR_MINUTES_MAX, intrabarOf } from '../../domain/backtests/intrabar.ts'
import { EVIDENCE_MAX, type Evidence, type Finding } from '../../domain/backtests/robustness/robustness.ts'
import type { Candles } from '../../domain/charts/candle.ts'
import { countOf, formatRupees } from '../../domain/format.ts'
import { parseInstrumentId } from '../../domain/instruments/instrument.ts'
import { chargesRemark } from '../../domain/orders/charges.ts'
import { otherInstruments } from '../../domain/strategies/condition/instruments.ts'
import { epochMs } from '../../domain/time.ts'
import type { Signals } from '../program/signals.ts'

export interface Outcome {
  readonly request: BacktestRequest
  readonly candles: Pick<Candles, 'time'>
  readonly first: number
  readonly last: number
  readonly trades: readonly RawTrade[]
  readonly skipped: number
  readonly outsideHours: number
  /** Entries over the limit of their day or week, and after as many losses in a row as a day may have. */
  readonly overLimit: number
  readonly afterLosses: number
  /** Candles that touched stop and target, where minute candles told which came first. */
  readonly resolved: number
  readonly hasMinutes: boolean
  /** Candles of the span on which some operand of the entry has no value yet. */
  readonly warmUp: number
  readonly signals: Signals | null
}

const TRADES_FEW = 30

type Remark = string | Finding

export const remarksOf = (outcome: Outcome): readonly Remark[] =>
  [
    ...marketRemarks(outcome.request),
    ...tradingRemarks(outcome),
    ...costRemarks(outcome.request),
    ...sampleRemarks(outcome),
  ].filter((remark) => remark !== null)

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
      ? `${instrument.tradingSymbol} is an index and cannot be bought. It is traded as its nearest future at index prices, in lots of ${contract.lotSize}, ignoring the future's premium and rollover cost.`
      : null,
    contract.chargedAs === 'futures'
      ? 'Capital used is the full contract value; a broker would block only a margin, a part of it.'
      : null,
    contract.chargedAs === 'options' && params.side === 'sell'
      ? 'Capital used is the premium; a broker would block a margin, several times as much.'
      : null,
    contract.chargedAs === 'equity' && params.product !== 'MIS' && params.side === 'sell'
      ? 'Shares cannot be held short overnight: a real account could not carry these positions.'
      : null,
  ]
}

const tradingRemarks = (outcome: Outcome): readonly (Remark | null)[] => {
  const { request, skipped, outsideHours, overLimit, afterLosses } = outcome
  const { params } = request
  return [
    entersAtClose(params)
      ? found(
          'optimistic_fill',
          'doubt',
          `${leavesAtClose(params) ? 'Orders' : 'Entries'} fill at the close of the signal candle, which is optimistic: that price is known only after the candle has closed.`,
        )
      : null,
    doubtRemark(outcome),
    skipped > 0
      ? `${countOf(skipped, 'entry was', 'entries were')} skipped: ${whySkipped(request).present}.`
      : null,
    outsideHours > 0
      ? `${countOf(outsideHours, 'entry', 'entries')} outside ${params.tradingStartTime} to ${params.tradingStopTime} ${outsideHours === 1 ? 'was' : 'were'} not made.`
      : null,
    overLimit > 0 && params.entries !== undefined
      ? `${countOf(overLimit, 'entry was', 'entries were')} not made: at most ${params.entries.most} a ${params.entries.per}.`
      : null,
    afterLosses > 0 && params.lossesInARow !== undefined
      ? `${countOf(afterLosses, 'entry was', 'entries were')} not made after ${countOf(params.lossesInARow, 'loss', 'losses in a row')} on the same day.`
      : null,
  ]
}

const whySkipped = ({ params: { size }, contract }: BacktestRequest): { present: string; past: string } => {
  switch (size.kind) {
    case 'risk': {
      const risk = formatRupees(size.rupees, 0)
      return { present: `one lot risks more than ${risk}`, past: `where one lot risked more than ${risk}` }
    }
    case 'shares': {
      const fewer = `fewer than one lot of ${contract.lotSize}`
      return {
        present: `${countOf(size.shares, 'share is', 'shares are')} ${fewer}`,
        past: `where ${countOf(size.shares, 'share was', 'shares were')} ${fewer}`,
      }
    }
    default:
      return { present: 'not enough capital for one lot', past: 'where capital did not cover one lot' }
  }
}

const doubtRemark = (outcome: Outcome): Finding | null => {
  const { trades, resolved, hasMinutes, candles } = outcome
  const unresolved = trades.filter((trade) => trade.isAmbiguous)
  if (unresolved.length + resolved === 0) return null
  const ambiguous = countOf(unresolved.length + resolved, 'candle', 'candles')
  const evidence = unresolved.slice(0, EVIDENCE_MAX).map(({ exitRow }) => ({
    at: epochMs(candles.time[exitRow] ?? 0),
    what: 'stop and target hit in one candle',
  }))
  if (hasMinutes && unresolved.length === 0)
    return found(
      'settled',
      'note',
      `${ambiguous} hit both stop and target; minute candles resolved ${resolved.toLocaleString('en-IN')}.`,
    )
  return found('ambiguous', 'doubt', ambiguityOf(outcome, ambiguous, unresolved.length), evidence)
}

const ambiguityOf = (
  { request: { params }, resolved, hasMinutes }: Outcome,
  ambiguous: string,
  unresolved: number,
): string => {
  if (hasMinutes)
    return `${ambiguous} hit both stop and target; minute candles resolved ${resolved.toLocaleString('en-IN')}; the stop was assumed for ${unresolved.toLocaleString('en-IN')}.`
  const intrabar = intrabarOf(params)
  switch (intrabar) {
    case 'needless':
      return `${ambiguous} hit both stop and target; which came first is unknown, so the stop was assumed.`
    case 'tooMany':
      return `The span holds more than ${INTRABAR_MINUTES_MAX.toLocaleString('en-IN')} minutes, too many to resolve ${ambiguous} that hit both stop and target; the stop was assumed.`
    case 'wanted':
      return `No minute candles to resolve ${ambiguous} that hit both stop and target; the stop was assumed.`
    default:
      return intrabar satisfies never
  }
}

const costRemarks = ({ params }: BacktestRequest): readonly (Remark | null)[] => {
  const ofLater = params.costs ? chargesRemark(params.from) : null
  return [
    ofLater === null ? null : found('rates_of_later', 'note', ofLater),
    params.costs ? null : found('no_costs', 'doubt', 'Charges are not included.'),
    params.slippageBps === 0 && params.slippageTicks === 0
      ? found('no_slippage', 'doubt', 'Slippage is not included: every order fills at the candle price.')
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
        `${countOf(outcome.trades.length, 'trade is', 'trades are')} too few to be statistically meaningful.`,
      )
    : null,
]

/** Without counts, so that symbols without a trade for the same reason share one message. */
const noTrades = (outcome: Outcome, signals: Signals): Finding => {
  const { entries } = signals
  const { candles, outsideHours, skipped } = outcome
  const crossed = outcome.request.params.fill === 'close_to_open' ? [] : signals.crossed
  const { tradingStartTime, tradingStopTime } = outcome.request.params
  const reasons = [
    crossed.length > 0 ? 'where the exit was true on the same candle, and the exit takes precedence' : '',
    outsideHours > 0 ? `outside ${tradingStartTime} to ${tradingStopTime}` : '',
    skipped > 0 ? whySkipped(outcome.request).past : '',
    crossed.length + outsideHours + skipped < entries
      ? 'on the last candle, with no next candle to fill in'
      : '',
  ].filter(Boolean)
  const why = entries === 0 ? 'the entry was never true' : `the entry was true only ${reasons.join(', or ')}`
  const evidence = crossed.slice(0, EVIDENCE_MAX).map((row) => ({
    at: epochMs(candles.time[row] ?? 0),
    what: 'entry and exit true on one candle',
  }))
  return found('no_trades', 'grave', `The strategy made no trade: ${why}.`, evidence)
}

const readinessRemarks = ({ request, first, last, warmUp }: Outcome): readonly (Remark | null)[] => [
  warmUp >= last - first
    ? found(
        'never_ready',
        'grave',
        `The entry never has all its indicator values over these candles: ${neverReady(request)}.`,
      )
    : null,
  warmUp > 0 && warmUp < last - first
    ? found(
        'warm_up',
        'note',
        `The first ${countOf(warmUp, 'candle', 'candles')} were used to warm up the indicators: no entries there.`,
      )
    : null,
]

const neverReady = ({ params, contract }: BacktestRequest): string =>
  otherInstruments([params.entry], contract.instrument).length === 0
    ? 'the span is too short for its longest period, or it uses the volume of an index'
    : 'the span is too short for its longest period, it uses the volume of an index, or an instrument it reads has candles only later'
