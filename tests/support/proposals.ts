import { instrumentId } from '../../src/domain/instruments/instrument.ts'
import type { PricedProposal, Proposal } from '../../src/machines/deployments/proposals.ts'

const TCS = instrumentId('NSE', 'TCS')

export const uuid = (digit: number): string =>
  `${String(digit).repeat(8)}-1111-4111-8111-${String(digit).repeat(12)}`

export const proposal = (digit: number, changes: Partial<Proposal> = {}): Proposal => ({
  proposalUuid: uuid(digit),
  deploymentUuid: uuid(9),
  alertUuid: null,
  algoName: 'RSI dip',
  slug: 'eq-rsi-dip-1',
  segSym: TCS,
  contract: TCS,
  intent: 'entry',
  exitCause: null,
  side: 'buy',
  product: 'MIS',
  quantity: 10,
  price: 3_000,
  limitPrice: null,
  legs: [],
  why: 'rsi(14) 28.4 < 30',
  values: [],
  bar: 1,
  madeAt: 1,
  endsAt: 60_001,
  status: 'waiting',
  outcome: '',
  endedAt: null,
  orderId: null,
  ...changes,
})

interface Priced {
  readonly price: number
  readonly at: number
  readonly quote?: number | null
  readonly refusal?: string
}

export const priced = ({ price, at, quote = price, refusal }: Priced): PricedProposal => ({
  quote,
  at,
  preview: {
    orders: [
      {
        sym: TCS,
        transactionType: 'BUY',
        quantity: 10,
        price,
        lotSize: 1,
        freezeQuantity: 1_000_000,
        lowerCircuit: null,
        upperCircuit: null,
        slices: [10],
        margin: price * 10,
        charges: 1,
        chargesRoundTrip: 2,
        breakEvenPoints: 0.2,
        positionBefore: 0,
        positionAfter: 10,
        delta: null,
        refusal: refusal === undefined ? null : { code: 'MARGIN', message: refusal },
      },
    ],
    instead: null,
    margin: {
      required: price * 10,
      alone: price * 10,
      hedgeBenefit: 0,
      available: 1_000_000,
      remaining: 1_000_000 - price * 10,
      isEstimate: false,
    },
    charges: 1,
    asOf: 1,
    instrumentsVersion: 'v1',
  },
})
