import type { OptionFills } from '../domain/backtest.ts'
import { chargesRemark } from '../domain/charges.ts'
import { CONTRACTS_KNOWN_FROM } from '../domain/option-run/contracts.ts'
import type { RawOptionTrade } from '../domain/option-run/raw-trade.ts'
import type { OptionRequest } from './option-request.ts'
import type { Walked } from './option-walk.ts'

/** Below this the figures of a run are mostly luck. */
const TRADES_FEW = 30

const count = (number: number, one: string, many: string): string =>
  `${number.toLocaleString('en-IN')} ${number === 1 ? one : many}`

/** What a reader must know before believing the figures of a run in options, the gravest first. */
export const optionRemarksOf = (
  request: OptionRequest,
  walked: Walked,
  fills: OptionFills,
): readonly string[] =>
  [
    request.source === 'simulated'
      ? 'The candles are simulated: they show how the product works, not the market.'
      : null,
    ...priceRemarks(request, fills),
    ...ruleRemarks(request, walked),
    ...settlementRemarks(request, walked.trades),
    ...costRemarks(request),
    ...sampleRemarks(walked.trades),
  ].filter((remark) => remark !== null)

const priceRemarks = ({ options }: OptionRequest, { traded, model, modelShare }: OptionFills) => [
  model > 0
    ? `${model.toLocaleString('en-IN')} of ${count(traded + model, 'fill was', 'fills were')} priced by the model, for want of candles of the contract${modelShare === null ? '' : `; ${modelShare.toFixed(1)} % of all P&L rests on them`}. A model knows no panic, no thin book and no bid that is gone.`
    : null,
  options.legs.some(({ strike }) => strike.kind !== 'steps')
    ? 'Strikes by delta or premium are those of the model at the fill, also where the contract itself traded at another price.'
    : null,
]

const ruleRemarks = ({ params, options }: OptionRequest, walked: Walked) => [
  options.combinedStop !== null || options.combinedTarget !== null
    ? 'The combined stop and target are watched at the open and the close of each candle: what the legs were worth together in between is not known. Longer candles see less.'
    : null,
  walked.missedDays > 0
    ? `${count(walked.missedDays, 'day has', 'days have')} no candle at ${params.tradingStartTime} and no entry.`
    : null,
  walked.skipped > 0
    ? `${count(walked.skipped, 'entry was', 'entries were')} skipped because the money did not cover one lot of each leg.`
    : null,
  walked.outsideHours > 0
    ? `${count(walked.outsideHours, 'entry', 'entries')} outside ${params.tradingStartTime} to ${params.tradingStopTime} ${walked.outsideHours === 1 ? 'was' : 'were'} not made.`
    : null,
]

const settlementRemarks = (
  { underlying, source, params }: OptionRequest,
  trades: readonly RawOptionTrade[],
) => {
  const settled = trades.flatMap(({ legs }) => legs).filter(({ reason }) => reason === 'expiry').length
  return [
    settled > 0 && source === 'imported'
      ? `${count(settled, 'leg was', 'legs were')} settled at a value reckoned from the candles of ${underlying.root}; the exchange's own may differ by some points.`
      : null,
    settled > 0 && !underlying.isIndex
      ? 'Options of shares are settled here in money; a real account would deliver or receive the shares.'
      : null,
    params.from < CONTRACTS_KNOWN_FROM
      ? `Expiry days and lots before ${CONTRACTS_KNOWN_FROM} are reckoned by the oldest rules known and may be others than those of the time.`
      : null,
  ]
}

const costRemarks = ({ params }: OptionRequest) => [
  'Capital used is an estimate of the margin at the entry; a broker may block more.',
  params.costs ? chargesRemark(params.from) : 'No charges are counted.',
  params.slippageBps === 0 && params.slippageTicks === 0
    ? 'No slippage is counted on traded prices: every such order fills at the printed price.'
    : null,
]

const sampleRemarks = (trades: readonly RawOptionTrade[]) => [
  trades.length === 0 ? 'The strategy made no trade.' : null,
  trades.length > 0 && trades.length < TRADES_FEW
    ? `${count(trades.length, 'trade is', 'trades are')} too few to tell skill from luck.`
    : null,
]
