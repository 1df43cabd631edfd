import { chargesRemark } from '../domain/charges.ts'
import { dateInWords } from '../domain/dates-in-words.ts'
import { CONTRACTS_KNOWN_FROM, hasLotHistory } from '../domain/option-run/contracts.ts'
import { modelFillsOf } from '../domain/option-run/option-findings.ts'
import type { OptionReport } from '../domain/option-run/option-report.ts'
import type { RawOptionTrade } from '../domain/option-run/raw-trade.ts'
import { epochMs } from '../domain/time.ts'
import { countOf, EVIDENCE_MAX, type Evidence, type Finding } from '../domain/trust/trust.ts'
import type { OptionRequest, WalkInput } from './option-request.ts'
import type { Walked } from './option-walk.ts'

/** Below this the figures of a run are mostly luck. */
const TRADES_FEW = 30
/** Of all P&L: from here on the model is what was tested. */
const MODEL_SHARE = 10

/** A sentence alone, or one that is a finding too. */
type Remark = string | Finding | null

interface Remarked {
  readonly run: Walked & { readonly input: Pick<WalkInput, 'candles'> }
  readonly report: Pick<OptionReport, 'optionFills' | 'tradeLog'>
}

/** What a reader must know before believing the figures of a run in options, the gravest first. */
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
          `${model.toLocaleString('en-IN')} of ${countOf(traded + model, 'fill was', 'fills were')} priced by the model, for want of candles of the contract${modelShare === null ? '' : `; ${modelShare.toFixed(1)} % of all P&L rests on them`}. A model knows no panic, no thin book and no bid that is gone.`,
          modelFillsOf(report.tradeLog),
        )
      : null,
    options.legs.some(({ strike }) => strike.kind !== 'steps')
      ? 'Strikes by delta or premium are those of the model at the fill, also where the contract itself traded at another price.'
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
          `${countOf(run.missedDays, 'day has', 'days have')} no candle at ${params.tradingStartTime} and no entry.`,
        )
      : null,
    run.skipped > 0
      ? `${countOf(run.skipped, 'entry was', 'entries were')} skipped because the money did not cover one lot of each leg.`
      : null,
    run.outsideHours > 0
      ? `${countOf(run.outsideHours, 'entry', 'entries')} outside ${params.tradingStartTime} to ${params.tradingStopTime} ${run.outsideHours === 1 ? 'was' : 'were'} not made.`
      : null,
  ]
}

/** Combined stops that were taken on likelihood, and candles that may have passed one that was not taken. */
const ambiguous = ({ run }: Remarked): Finding | null => {
  const { time } = run.input.candles
  const taken = run.trades.filter(({ isAmbiguous }) => isAmbiguous)
  const { doubtfulRows } = run
  if (taken.length + doubtfulRows.length === 0) return null
  const sentences = [
    taken.length > 0
      ? `${countOf(taken.length, 'combined stop', 'combined stops')} may not have been passed, or after the target: the prices of the legs inside a candle need not have come together, and the stop was taken.`
      : '',
    doubtfulRows.length > 0
      ? `${countOf(doubtfulRows.length, 'candle', 'candles')} would pass the combined stop if the worst prices of all legs had come together; it was not taken there, but is under the worst prices.`
      : '',
  ]
  const evidence = [
    ...taken.map(({ exitRow }) => ({ row: exitRow, what: 'stop taken, perhaps not passed' })),
    ...doubtfulRows.map((row) => ({ row, what: 'stop perhaps passed, not taken' })),
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
      ? `${countOf(settled, 'leg was', 'legs were')} settled at a value reckoned from the candles of ${underlying.root}; the exchange's own may differ by some points.`
      : null,
    settled > 0 && !underlying.isIndex
      ? 'Options of shares are settled here in money; a real account would deliver or receive the shares.'
      : null,
    params.from < CONTRACTS_KNOWN_FROM
      ? found(
          'contracts_of_later',
          'doubt',
          `Expiry days and lots are known from ${dateInWords(CONTRACTS_KNOWN_FROM)} on. Days before it are traded by the oldest rules known: contracts may have ended on other days, and in other lots, than here.`,
        )
      : null,
    hasLotHistory(underlying.root)
      ? null
      : `Lots of ${underlying.root} are those of today for every day: older ones are not known.`,
  ]
}

const costRemarks = ({ params }: OptionRequest): readonly Remark[] => {
  const ofLater = params.costs ? chargesRemark(params.from) : null
  return [
    'Capital used is an estimate of the margin at the entry; a broker may block more.',
    ofLater === null ? null : found('rates_of_later', 'note', ofLater),
    params.costs ? null : found('no_costs', 'doubt', 'No charges are counted.'),
    params.slippageBps === 0 && params.slippageTicks === 0
      ? found(
          'no_slippage',
          'doubt',
          'No slippage is counted on traded prices: every such order fills at the printed price.',
        )
      : null,
  ]
}

const sampleRemarks = (trades: readonly RawOptionTrade[]): readonly Remark[] => [
  trades.length === 0 ? found('no_trades', 'grave', 'The strategy made no trade.') : null,
  trades.length > 0 && trades.length < TRADES_FEW
    ? found(
        'few_trades',
        'doubt',
        `${countOf(trades.length, 'trade is', 'trades are')} too few to tell skill from luck.`,
      )
    : null,
]
