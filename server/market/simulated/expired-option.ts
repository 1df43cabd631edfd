import type { Calendar } from '../../../src/domain/calendar.ts'
import { parseContractSymbol } from '../../../src/domain/contract-symbol.ts'
import { type InstrumentId, instrumentId, parseInstrumentId } from '../../../src/domain/instrument.ts'
import { contractOf, expiryOf, monthlyExpiryOf } from '../../../src/domain/option-run/contracts.ts'
import { OPTION_TICK } from '../../../src/domain/option-run/model.ts'
import type { IstDate } from '../../../src/domain/time.ts'
import { strikeStep } from '../master/price-rules.ts'
import { derivativeShares, indexContracts } from '../master/universe.ts'
import { type Contract, findContract, underlyingOf } from './contract.ts'

/**
 * An option that ended before a day, by its name alone: the master lists what can be traded, and what has ended stands
 * in none. Null where the name is not that of such a contract, spelled as it was in its days.
 */
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
      ? monthlyExpiryOf({ exchange }, year, month, calendar)
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

/** Strikes and lots of the options of a root; null where it has none on the exchange. */
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
