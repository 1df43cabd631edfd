import { contractOf, expiryOf, monthlyExpiryOf } from '../../../src/domain/backtests/option-run/contracts.ts'
import { OPTION_TICK } from '../../../src/domain/backtests/option-run/model.ts'
import type { Calendar } from '../../../src/domain/calendar/calendar.ts'
import { parseContractSymbol } from '../../../src/domain/instruments/contract-symbol.ts'
import {
  type InstrumentId,
  instrumentId,
  parseInstrumentId,
} from '../../../src/domain/instruments/instrument.ts'
import type { IstDate } from '../../../src/domain/time.ts'
import { strikeStep } from '../master/price-rules.ts'
import { derivativeShares, indexContracts } from '../master/universe.ts'
import { type Contract, findContract, underlyingOf } from './contract.ts'

/** By symbol alone, as the master lists no expired contracts. Null for anything not spelled like one. */
export const findExpiredOption = (id: InstrumentId, today: IstDate, calendar: Calendar): Contract | null => {
  const { segment, tradingSymbol } = parseInstrumentId(id) ?? {}
  if (tradingSymbol === undefined || (segment !== 'NFO-OPT' && segment !== 'BFO-OPT')) return null
  const exchange = segment === 'NFO-OPT' ? 'NFO' : 'BFO'
  const parsed = parseContractSymbol(tradingSymbol, (root) => termsOf(root, exchange) !== null)
  const terms = parsed === null ? null : termsOf(parsed.root, exchange)
  if (parsed === null || terms === null || parsed.type === 'FUT') return null
  const { root, year, month, day, type, strike } = parsed
  const two = (value: number) => String(value).padStart(2, '0')
  const expiry =
    day === null
      ? monthlyExpiryOf({ root, exchange }, year, month, calendar)
      : (`${year}-${two(month)}-${two(day)}` as IstDate)
  if (expiry >= today || !(strike > 0) || strike % terms.step !== 0) return null
  const underlying = { root, exchange, isIndex: terms.isIndex, strikeStep: terms.step } as const
  const isExpiry = (['weekly', 'monthly'] as const).some(
    (pick) => expiryOf(underlying, pick, expiry, calendar) === expiry,
  )
  if (!isExpiry) return null
  const contract = contractOf(underlying, { type, strike, expiry }, terms.lotSize, calendar)
  if (contract.instrument !== id) return null
  return findContract(
    {
      id: instrumentId(segment, tradingSymbol),
      instrumentToken: 0,
      exchangeToken: 0,
      tradingSymbol,
      name: root,
      lastPrice: 0,
      expiry,
      strike,
      tickSize: OPTION_TICK,
      lotSize: contract.lotSize,
      instrumentType: type,
      segment,
      exchange,
      universe: '000000',
    },
    calendar,
  )
}

const termsOf = (
  root: string,
  exchange: 'NFO' | 'BFO',
): { readonly step: number; readonly lotSize: number; readonly isIndex: boolean } | null => {
  const index = indexContracts.find((contract) => contract.root === root)
  if (index !== undefined)
    return index.exchange === exchange
      ? { step: index.strikeStep, lotSize: index.lotSize, isIndex: true }
      : null
  const share = derivativeShares.find(({ symbol }) => symbol === root)
  const underlying = underlyingOf(root)
  if (exchange === 'BFO' || share === undefined || underlying === null) return null
  return { step: strikeStep(underlying.anchorPrice), lotSize: share.lotSize, isIndex: false }
}
