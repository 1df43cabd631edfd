import { CONTRACTS_KNOWN_FROM, hasLotHistory } from '../../domain/backtests/option-run/contracts.ts'
import { modelFillsOf } from '../../domain/backtests/option-run/option-findings.ts'
import type { OptionReport } from '../../domain/backtests/option-run/option-report.ts'
import type { RawOptionTrade } from '../../domain/backtests/option-run/raw-trade.ts'
import { EVIDENCE_MAX, type Evidence, type Finding } from '../../domain/backtests/robustness/robustness.ts'
import { dateInWords } from '../../domain/dates-in-words.ts'
import { countOf } from '../../domain/format.ts'
import { chargesRemark } from '../../domain/orders/charges.ts'
import { epochMs } from '../../domain/time.ts'
import type { OptionRequest, WalkInput } from './option-request.ts'
import type { Walked } from './option-walk.ts'

const TRADES_FEW = 30
/** Percent of all P&L from which on the run mainly tests the pricing model. */
const MODEL_SHARE = 10

type Remark = string | Finding | null

interface Remarked {
  readonly run: Walked & { readonly input: Pick<WalkInput, 'candles'> }
  readonly report: Pick<OptionReport, 'optionFills' | 'tradeLog'>
}

export const optionRemarksOf = (request: OptionRequest, remarked: Remarked): readonly (string | Finding)[] =>
  [
    request.source === 'simulated'
      ? found(
          'simulated',
          'grave',
          'The candles are simulated: they show how the product works, not the market.',
        )
      : null,
    ...priceRemarks(request, remarked),
    ...ruleRemarks(request, remarked),
    ...settlementRemarks(request, remarked.run.trades),
    ...costRemarks(request),
    ...sampleRemarks(remarked.run.trades),
  ].filter((remark) => remark !== null)

const found = (
  code: Finding['code'],
  severity: Finding['severity'],
  text: string,
  evidence: readonly Evidence[] = [],
): Finding => ({ code, severity, text, evidence })

const priceRemarks = ({ options }: OptionRequest, { report }: Remarked): readonly Remark[] => {
  const { traded, model, modelShare } = report.optionFills
  return [
    model > 0
      ? found(
          'model_priced',
          modelShare !== null && modelShare < MODEL_SHARE ? 'note' : 'doubt',
          `${model.toLocaleString('en-IN')} of ${countOf(traded + model, 'fill was', 'fills were')} priced by the model, as the contract has no candles there${modelShare === null ? '' : `; ${modelShare.toFixed(1)} % of all P&L depends on them`}. The model ignores panic, thin books and missing bids.`,
          modelFillsOf(report.tradeLog),
        )
      : null,
    options.legs.some(({ strike }) => strike.kind !== 'steps')
      ? 'Strikes by delta or premium are picked with model prices, even where the contract traded at another price.'
      : null,
  ]
}

const ruleRemarks = ({ params }: OptionRequest, remarked: Remarked): readonly Remark[] => {
  const { run } = remarked
  return [
    ambiguous(remarked),
    run.missedDays > 0
      ? found(
          'missed_entries',
          'note',
          `${countOf(run.missedDays, 'day has', 'days have')} no candle at ${params.tradingStartTime}, so no entry.`,
        )
      : null,
    run.skipped > 0
      ? `${countOf(run.skipped, 'entry was', 'entries were')} skipped: not enough capital for one lot of each leg.`
      : null,
    run.outsideHours > 0
      ? `${countOf(run.outsideHours, 'entry', 'entries')} outside ${params.tradingStartTime} to ${params.tradingStopTime} ${run.outsideHours === 1 ? 'was' : 'were'} not made.`
      : null,
  ]
}

const ambiguous = ({ run }: Remarked): Finding | null => {
  const { time } = run.input.candles
  const taken = run.trades.filter(({ isAmbiguous }) => isAmbiguous)
  const { undecidedRows } = run
  if (taken.length + undecidedRows.length === 0) return null
  const sentences = [
    taken.length > 0
      ? `${countOf(taken.length, 'combined stop', 'combined stops')} may not have been hit, or only after the target: leg prices within a candle need not coincide. The stop was assumed.`
      : '',
    undecidedRows.length > 0
      ? `${countOf(undecidedRows.length, 'candle', 'candles')} would hit the combined stop only if the worst prices of all legs coincided; it was not assumed there, but is under Worst price.`
      : '',
  ]
  const evidence = [
    ...taken.map(({ exitRow }) => ({ row: exitRow, what: 'stop assumed, perhaps not hit' })),
    ...undecidedRows.map((row) => ({ row, what: 'stop perhaps hit, not assumed' })),
  ]
  return found(
    'ambiguous',
    'doubt',
    sentences.filter(Boolean).join(' '),
    evidence.slice(0, EVIDENCE_MAX).map(({ row, what }) => ({ at: epochMs(time[row] ?? 0), what })),
  )
}

const settlementRemarks = (
  { underlying, source, params }: OptionRequest,
  trades: readonly RawOptionTrade[],
): readonly Remark[] => {
  const settled = trades.flatMap(({ legs }) => legs).filter(({ reason }) => reason === 'expiry').length
  return [
    settled > 0 && source === 'imported'
      ? `${countOf(settled, 'leg was', 'legs were')} settled at a value computed from the candles of ${underlying.root}; the exchange's settlement price may differ by a few points.`
      : null,
    settled > 0 && !underlying.isIndex
      ? 'Stock options are cash-settled here; a real account would give or take delivery.'
      : null,
    params.from < CONTRACTS_KNOWN_FROM
      ? found(
          'contracts_of_later',
          'doubt',
          `Expiry days and lots are known from ${dateInWords(CONTRACTS_KNOWN_FROM)} on. Earlier days use the oldest known rules: actual expiry days and lots may differ.`,
        )
      : null,
    hasLotHistory(underlying.root)
      ? null
      : `Today's lot size of ${underlying.root} is used for every day: older ones are not known.`,
  ]
}

const costRemarks = ({ params }: OptionRequest): readonly Remark[] => {
  const ofLater = params.costs ? chargesRemark(params.from) : null
  return [
    'Capital used is the estimated margin at entry; a broker may block more.',
    ofLater === null ? null : found('rates_of_later', 'note', ofLater),
    params.costs ? null : found('no_costs', 'doubt', 'Charges are not included.'),
    params.slippageBps === 0 && params.slippageTicks === 0
      ? found(
          'no_slippage',
          'doubt',
          'Slippage is not included on traded prices: these orders fill at the candle price.',
        )
      : null,
  ]
}

const sampleRemarks = (trades: readonly RawOptionTrade[]): readonly Remark[] => [
  trades.length === 0 ? found('no_trades', 'grave', 'The strategy made no trades.') : null,
  trades.length > 0 && trades.length < TRADES_FEW
    ? found(
        'few_trades',
        'doubt',
        `${countOf(trades.length, 'trade is', 'trades are')} too few to be statistically meaningful.`,
      )
    : null,
]
