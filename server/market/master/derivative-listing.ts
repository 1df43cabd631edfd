import type { Calendar } from '../../../src/domain/calendar/calendar.ts'
import { printFuture, printOption } from '../../../src/domain/instruments/contract-symbol.ts'
import {
  bseStockExpiries,
  type Expiry,
  type ExpiryRule,
  indexExpiries,
  listExpiries,
  nseStockExpiries,
} from '../../../src/domain/instruments/expiry.ts'
import { type Instrument, instrumentId, type Segment } from '../../../src/domain/instruments/instrument.ts'
import { addDays, type IstDate } from '../../../src/domain/time.ts'
import { indexFutureTick, OPTION_TICK, shareTick, strikeStep } from './price-rules.ts'
import { type CloseRange, listStrikes } from './strikes.ts'
import { createTokens, toInstrumentToken } from './tokens.ts'
import { derivativeShares, indexContracts } from './universe.ts'

/** `underlying` is `NSE_INFY` or `INDICES_NIFTY 50`. */
export type ClosesOf = (
  underlying: string,
  from: IstDate,
  to: IstDate,
) => CloseRange & { readonly last: number }

const BSE_DERIVATIVE_SHARES = 190
const FUTURES = 3

/** Days from listing to expiry. */
const listedFor: Readonly<Record<Expiry['ladder'], number>> = {
  weekly: 35,
  monthly: 90,
  quarterly: 180,
  'half-yearly': 365,
}

/** Strike steps on either side of the money; monthly: near, next and far month. */
interface Wings {
  readonly weekly: number
  readonly monthly: readonly [number, number, number]
  readonly quarterly: number
  readonly halfYearly: number
}

const wingsOf: Readonly<Record<string, Wings>> = {
  NIFTY: { weekly: 48, monthly: [60, 60, 60], quarterly: 25, halfYearly: 5 },
  BANKNIFTY: { weekly: 0, monthly: [60, 50, 40], quarterly: 25, halfYearly: 0 },
  SENSEX: { weekly: 48, monthly: [54, 54, 54], quarterly: 20, halfYearly: 5 },
}
const otherIndex: Wings = { weekly: 0, monthly: [36, 28, 20], quarterly: 0, halfYearly: 0 }
const nseShare: Wings = { weekly: 0, monthly: [18, 17, 12], quarterly: 0, halfYearly: 0 }
const bseShare: Wings = { weekly: 0, monthly: [13, 12, 8], quarterly: 0, halfYearly: 0 }

interface Underlying {
  readonly root: string
  readonly key: string
  readonly exchange: 'NFO' | 'BFO'
  readonly lotSize: number
  readonly step: number
  readonly futureTick: number
  readonly rule: ExpiryRule
  readonly wings: Wings
}

/** Multiples of the strike step. */
const LONG_DATED_STEPS: Readonly<Record<string, number>> = { NIFTY: 30, SENSEX: 10 }

const stepOf = ({ root, step }: Underlying, { ladder, rank }: Expiry): number => {
  if (ladder === 'half-yearly') return step * (LONG_DATED_STEPS[root] ?? 2)
  return ladder === 'monthly' && rank === 2 ? step * 2 : step
}

const wingOf = ({ wings }: Underlying, { ladder, rank }: Expiry): number =>
  ladder === 'weekly'
    ? wings.weekly
    : ladder === 'monthly'
      ? (wings.monthly[rank] ?? 10)
      : ladder === 'quarterly'
        ? wings.quarterly
        : wings.halfYearly

type FieldsOf = Pick<Instrument, 'tradingSymbol' | 'expiry' | 'strike' | 'tickSize' | 'instrumentType'>

const contractsOf = (
  underlying: Underlying,
  expiries: readonly Expiry[],
  today: IstDate,
  closesOf: ClosesOf,
  tokenOf: (symbol: string) => number,
): readonly Instrument[] => {
  const { root, key, exchange, lotSize } = underlying
  const yesterday = addDays(today, -1)
  const contracts: Instrument[] = []
  const list = ({ tradingSymbol, expiry, strike, tickSize, instrumentType }: FieldsOf): void => {
    const exchangeToken = tokenOf(tradingSymbol)
    const segment: Segment = `${exchange}-${instrumentType === 'FUT' ? 'FUT' : 'OPT'}`
    contracts.push({
      id: instrumentId(segment, tradingSymbol),
      instrumentToken: toInstrumentToken(exchangeToken, exchange, segment),
      exchangeToken,
      tradingSymbol,
      name: root,
      lastPrice: 0,
      expiry,
      strike,
      tickSize,
      lotSize,
      instrumentType,
      segment,
      exchange,
      universe: '000000',
    })
  }
  for (const expiry of expiries) {
    if (expiry.ladder === 'monthly' && expiry.rank < FUTURES) {
      const tradingSymbol = printFuture(root, expiry)
      const tickSize = underlying.futureTick
      list({ tradingSymbol, expiry: expiry.date, strike: 0, tickSize, instrumentType: 'FUT' })
    }
    const listedOn = addDays(expiry.date, -listedFor[expiry.ladder])
    const range = closesOf(key, listedOn < yesterday ? listedOn : yesterday, yesterday)
    for (const strike of listStrikes(range, stepOf(underlying, expiry), wingOf(underlying, expiry))) {
      for (const instrumentType of ['CE', 'PE'] as const) {
        const tradingSymbol = printOption(root, expiry, strike, instrumentType)
        list({ tradingSymbol, expiry: expiry.date, strike, tickSize: OPTION_TICK, instrumentType })
      }
    }
  }
  return contracts
}

const listUnderlyings = (today: IstDate, closesOf: ClosesOf): readonly Underlying[] => {
  const yesterday = addDays(today, -1)
  const indices = indexContracts.map(({ root, index, exchange, lotSize, strikeStep: step }): Underlying => {
    const key = `INDICES_${index}`
    return {
      root,
      key,
      exchange,
      lotSize,
      step,
      futureTick: indexFutureTick(closesOf(key, yesterday, yesterday).last),
      rule: indexExpiries[root] ?? nseStockExpiries,
      wings: wingsOf[root] ?? otherIndex,
    }
  })
  const shares = derivativeShares.map(
    ({ symbol, lotSize, anchorPrice }): Underlying => ({
      root: symbol,
      key: `NSE_${symbol}`,
      exchange: 'NFO',
      lotSize,
      // By the anchor price, not the day's: the grid must not change under listed contracts.
      step: strikeStep(anchorPrice),
      futureTick: shareTick(anchorPrice),
      rule: nseStockExpiries,
      wings: nseShare,
    }),
  )
  const onBse = shares
    .slice(0, BSE_DERIVATIVE_SHARES)
    .map((share): Underlying => ({ ...share, exchange: 'BFO', rule: bseStockExpiries, wings: bseShare }))
  return [...indices, ...shares, ...onBse]
}

export function* listContracts(
  today: IstDate,
  closesOf: ClosesOf,
  calendar: Calendar,
): Generator<readonly Instrument[]> {
  const tokens: Readonly<Record<'NFO' | 'BFO', (symbol: string) => number>> = {
    NFO: createTokens(30_000, 4_000_000),
    BFO: createTokens(800_000, 4_000_000),
  }
  const ladders = new Map<ExpiryRule, readonly Expiry[]>()
  for (const underlying of listUnderlyings(today, closesOf)) {
    const { rule, exchange } = underlying
    const expiries = ladders.get(rule) ?? listExpiries(today, rule, calendar)
    ladders.set(rule, expiries)
    yield contractsOf(underlying, expiries, today, closesOf, tokens[exchange])
  }
}

/** `NFO NIFTY` or `BFO INFY`: the contracts of one underlying as they were listed on that day. */
export const listContractsOf = (
  group: string,
  today: IstDate,
  closesOf: ClosesOf,
  calendar: Calendar,
): readonly Instrument[] => {
  const underlying = listUnderlyings(today, closesOf).find(
    ({ root, exchange }) => `${exchange} ${root}` === group,
  )
  if (underlying === undefined) return []
  const expiries = listExpiries(today, underlying.rule, calendar)
  return contractsOf(underlying, expiries, today, closesOf, createTokens(30_000, 4_000_000))
}
