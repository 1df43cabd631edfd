import type { proposalIntents, proposalStatuses } from '../../deployments/deployment.ts'
import { signOf } from '../../deployments/levels.ts'
import { type Exchange, type InstrumentType, parseInstrumentId } from '../../instruments/instrument.ts'
import { fromRupees, type Paise, paise } from '../../money.ts'
import type { Product, Side } from '../../orders/order.ts'
import { orderCharges } from '../../orders/order-charges.ts'
import { type IstDate, toIstDate } from '../../time.ts'

/** Rupees a unit; `close` is the end of the day on which it was proposed, or now. */
export interface ProposedLeg {
  readonly contract: string
  readonly side: Side
  readonly quantity: number
  readonly price: number
  readonly close: number | null
}

export interface EndedProposal {
  readonly proposalUuid: string
  readonly deploymentUuid: string | null
  readonly alertUuid: string | null
  readonly algoName: string
  readonly segSym: string
  readonly intent: (typeof proposalIntents)[number]
  readonly product: Product
  readonly legs: readonly ProposedLeg[]
  readonly status: (typeof proposalStatuses)[number]
  readonly outcome: string
  readonly bar: number | null
  readonly madeAt: number
  readonly endedAt: number
}

/** `exit` is the planned one; a trade that has none yet is `open`, and `close` is that of the day. */
export type OutcomeUntil = 'exit' | 'open' | 'close'

export interface MissedOutcome {
  readonly until: OutcomeUntil
  /** After charges: below 0 is a loss that was avoided. */
  readonly paise: Paise
}

export interface NotActed {
  readonly proposal: EndedProposal
  /** Null for exits, whose position was kept, and where no price is known. */
  readonly outcome: MissedOutcome | null
}

export interface NotActedReport {
  readonly acted: number
  readonly ranOut: number
  readonly dropped: number
  /** The newest first. */
  readonly rows: readonly NotActed[]
  /** Neither is below 0; `net` is what is missed less what is avoided. */
  readonly missed: Paise
  readonly avoided: Paise
  readonly net: Paise
  readonly ofRanOut: Paise
  readonly ofDropped: Paise
  /** Entries without a known price. */
  readonly unpriced: number
}

const chargedAs = (
  contract: string,
): { readonly exchange: Exchange; readonly instrumentType: InstrumentType } => {
  const { segment, tradingSymbol } = parseInstrumentId(contract) ?? { segment: 'NSE', tradingSymbol: '' }
  const exchange = segment === 'INDICES' ? 'NSE' : (segment.split('-')[0] as Exchange)
  if (segment.endsWith('-FUT')) return { exchange, instrumentType: 'FUT' }
  if (segment.endsWith('-OPT'))
    return { exchange, instrumentType: tradingSymbol.endsWith('PE') ? 'PE' : 'CE' }
  return { exchange, instrumentType: 'EQ' }
}

const opposite: Readonly<Record<Side, Side>> = { buy: 'sell', sell: 'buy' }

const chargesOf = ({ contract, quantity }: ProposedLeg, product: Product, day: IstDate) => {
  const terms = chargedAs(contract)
  return (side: Side, price: number): number => {
    const filled = { side, filledQuantity: quantity, filledValue: paise(Math.round(quantity * price * 100)) }
    return orderCharges({ ...terms, product, ...filled }, day, false).total
  }
}

/** Entered at the price of the proposal and exited at the close of its day, with the charges of both. */
export const untilClose = ({ intent, legs, product, madeAt }: EndedProposal): MissedOutcome | null => {
  if (intent === 'exit') return null
  let rupees = 0
  for (const leg of legs) {
    const { side, quantity, price, close } = leg
    if (close === null) return null
    const charged = chargesOf(leg, product, toIstDate(madeAt))
    rupees += signOf(side) * quantity * (close - price)
    rupees -= charged(side, price) + charged(opposite[side], close)
  }
  return { until: 'close', paise: fromRupees(rupees) }
}

/** `planned` has by the proposal's id what became of it up to its planned exit; the others count to the close. */
export const notActedReport = (
  proposals: readonly EndedProposal[],
  planned: ReadonlyMap<string, MissedOutcome>,
): NotActedReport => {
  const rows = proposals
    .filter(({ status }) => status === 'dropped' || status === 'ended')
    .map((proposal) => ({
      proposal,
      outcome: planned.get(proposal.proposalUuid) ?? untilClose(proposal),
    }))
  const sum = (of: (row: NotActed) => number): Paise =>
    rows.reduce((total, row) => total + of(row), 0) as Paise
  const moneyOf = ({ outcome }: NotActed): number => outcome?.paise ?? 0
  const isDropped = ({ proposal }: NotActed): boolean => proposal.status === 'dropped'
  return {
    acted: proposals.filter(({ status }) => status === 'sent').length,
    ranOut: rows.filter((row) => !isDropped(row)).length,
    dropped: rows.filter(isDropped).length,
    rows,
    missed: sum((row) => Math.max(0, moneyOf(row))),
    avoided: sum((row) => Math.max(0, -moneyOf(row))),
    net: sum(moneyOf),
    ofRanOut: sum((row) => (isDropped(row) ? 0 : moneyOf(row))),
    ofDropped: sum((row) => (isDropped(row) ? moneyOf(row) : 0)),
    unpriced: rows.filter(({ proposal, outcome }) => proposal.intent === 'entry' && outcome === null).length,
  }
}
