import { SHARES_MAX } from '../backtests/trade-size.ts'
import { formatRupees } from '../format.ts'
import { parseInstrumentId } from '../instruments/instrument.ts'
import { isShareId } from '../instruments/kind.ts'
import { quantityInWords, symbolsInShort } from '../strategies/in-words.ts'
import { instrumentsOf, type Strategy } from '../strategies/strategy.ts'
import {
  type DeploymentLimits,
  type DeploymentTerms,
  type DeploymentType,
  noLimits,
  SYMBOLS_PER_DEPLOYMENT,
} from './deployment.ts'

export type DeployDraft = DeploymentTerms

export type DeployPreset = Partial<Omit<DeployDraft, 'limits'>> & {
  readonly limits?: Partial<DeploymentLimits>
}

export type DeployField = 'segSyms' | 'quantity' | 'lossPerDay' | 'entriesPerDay' | 'lossesInARow' | 'capital'

export interface DeployProblem {
  readonly field: DeployField
  readonly text: string
}

const NOT_OF_OPTIONS = 'Options are sized by lots, rupees or percent of the capital.'
const RUPEES_MAX = 1e10
const COUNT_MAX = 1_000

export const draftOf = (strategy: Strategy, type: DeploymentType): DeployDraft => ({
  type,
  segSyms: instrumentsOf(strategy),
  quantity: strategy.quantity,
  limits: noLimits,
  ifIncomplete: 'close',
})

export const withPreset = (draft: DeployDraft, preset: DeployPreset): DeployDraft => ({
  ...draft,
  ...preset,
  limits: { ...draft.limits, ...preset.limits },
})

const problem = (field: DeployField, text: string | null): readonly DeployProblem[] =>
  text === null ? [] : [{ field, text }]

const quantityProblem = ({ quantity: { by, value } }: DeployDraft, strategy: Strategy): string | null => {
  if (!(Number.isFinite(value) && value > 0)) return 'The quantity must be more than 0.'
  switch (by) {
    case 'lots':
      return Number.isInteger(value) && value <= SHARES_MAX ? null : 'Lots are whole numbers.'
    case 'shares':
      if (strategy.category === 'options') return NOT_OF_OPTIONS
      return Number.isInteger(value) && value <= SHARES_MAX ? null : 'Shares are whole numbers.'
    case 'capital_pct':
      return value <= 100 ? null : 'At most 100 percent of the capital.'
    case 'rupees':
      return value <= RUPEES_MAX ? null : `At most ${formatRupees(RUPEES_MAX, 0)}.`
    case 'risk':
      if (strategy.category === 'options') return NOT_OF_OPTIONS
      return strategy.stopLoss === null ? 'A quantity by risk needs a stop in the strategy.' : null
    default:
      return by satisfies never
  }
}

const rupeesProblem = (value: number | null): string | null =>
  value === null || (value > 0 && value <= RUPEES_MAX) ? null : 'Rupees, more than 0.'

const countProblem = (value: number | null): string | null =>
  value === null || (Number.isInteger(value) && value >= 1 && value <= COUNT_MAX)
    ? null
    : `A whole number from 1 to ${COUNT_MAX}.`

const symbolsProblem = ({ segSyms }: DeployDraft, { category, product }: Strategy): string | null => {
  if (segSyms.length === 0) return category === 'options' ? 'Choose an underlying.' : 'Choose an instrument.'
  if (segSyms.length > SYMBOLS_PER_DEPLOYMENT) return `At most ${SYMBOLS_PER_DEPLOYMENT} instruments.`
  const doubled = segSyms.find((symbol, index) => segSyms.indexOf(symbol) !== index)
  if (doubled !== undefined) return `${symbolsInShort([doubled])} is named twice.`
  if (category === 'options') return null
  const unfit = segSyms.find((symbol) => {
    const isShare = isShareId(symbol)
    return (product === 'cash' && !isShare) || (product === 'NRML' && isShare)
  })
  const known = unfit === undefined ? null : parseInstrumentId(unfit)
  return known === null ? null : `${known.tradingSymbol} cannot be traded as ${product}.`
}

/** All that is wrong, in the order of the form; empty if it can be deployed. */
export const checkDraft = (draft: DeployDraft, strategy: Strategy): readonly DeployProblem[] => {
  const { lossPerDay, entriesPerDay, lossesInARow, capital } = draft.limits
  const isMissing = draft.type === 'auto' && lossPerDay === null
  return [
    ...problem('segSyms', symbolsProblem(draft, strategy)),
    ...problem('quantity', quantityProblem(draft, strategy)),
    ...problem(
      'lossPerDay',
      isMissing ? 'An automatic deployment needs a loss limit for the day.' : rupeesProblem(lossPerDay),
    ),
    ...problem('entriesPerDay', countProblem(entriesPerDay)),
    ...problem('lossesInARow', countProblem(lossesInARow)),
    ...problem('capital', rupeesProblem(capital)),
  ]
}

const signalInWords: Readonly<Record<DeploymentType, string>> = {
  paper: 'trades in the virtual account at each signal',
  auto: 'sends orders to your account automatically at each signal',
  live: 'proposes an order at each signal, and you send it',
}

/** `RSI dip trades in the virtual account at each signal: TCS, 1 lot a trade. Entries stop after ₹6,000 lost in a day.` */
export const whatWillHappen = (
  strategy: Strategy,
  { type, segSyms, quantity, limits, ifIncomplete }: DeployDraft,
): string => {
  const { lossPerDay, entriesPerDay, lossesInARow, capital } = limits
  const ends = [
    lossPerDay === null ? '' : `${formatRupees(lossPerDay, 0)} lost in a day, with all positions exited`,
    entriesPerDay === null ? '' : entriesPerDay === 1 ? '1 entry a day' : `${entriesPerDay} entries a day`,
    lossesInARow === null ? '' : lossesInARow === 1 ? '1 loss' : `${lossesInARow} losses in a row`,
    capital === null ? '' : `${formatRupees(capital, 0)} held`,
  ].filter((part) => part !== '')
  const symbols = segSyms.length === 0 ? 'no instrument yet' : symbolsInShort(segSyms)
  const legs = strategy.category === 'options' ? strategy.legs.length : 0
  const ofLegs =
    legs > 1 ? ` of ${legs} legs, ${ifIncomplete === 'close' ? 'closed' : 'held'} if one is not filled` : ''
  const trade = `${strategy.algoName} ${signalInWords[type]}: ${symbols}, ${quantityInWords(quantity)} a trade${ofLegs}.`
  return ends.length === 0 ? `${trade} No limit.` : `${trade} Entries stop at ${ends.join('; ')}.`
}
