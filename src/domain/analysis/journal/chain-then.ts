import { type ContractSymbol, parseContractSymbol } from '../../instruments/contract-symbol.ts'
import {
  defaultIndices,
  type InstrumentId,
  instrumentId,
  parseInstrumentId,
} from '../../instruments/instrument.ts'
import type { InstrumentIndex } from '../../instruments/instrument-index.ts'
import type { IstDate } from '../../time.ts'
import type { DayRecord } from './day-record.ts'

type Index = Pick<InstrumentIndex, 'findSymbol' | 'expiriesOf'>

/** An expired contract is listed no more, so its symbol says which it was. */
const readContract = (
  id: InstrumentId,
  index: Index,
): { readonly symbol: ContractSymbol; readonly underlying: InstrumentId } | null => {
  const { segment = '', tradingSymbol = '' } = parseInstrumentId(id) ?? {}
  if (!segment.includes('-')) return null
  const underlyingOf = (root: string): InstrumentId | null => {
    const found = index.findSymbol(root)?.id ?? null
    const onBse = instrumentId('BSE', root)
    const underlying = segment.startsWith('BFO') && found?.startsWith('NSE_') ? onBse : found
    return underlying === null || index.expiriesOf(underlying).length === 0 ? null : underlying
  }
  const symbol = parseContractSymbol(tradingSymbol, (root) => underlyingOf(root) !== null)
  const underlying = symbol === null ? null : underlyingOf(symbol.root)
  return symbol === null || underlying === null ? null : { symbol, underlying }
}

const [NIFTY = 'INDICES_NIFTY 50' as InstrumentId] = defaultIndices

/** Underlyings of the derivatives held or traded that day, in their order, then NIFTY 50. */
export const underlyingsOf = (
  instruments: DayRecord['instruments'],
  index: Index | null,
): readonly InstrumentId[] => {
  const found = index === null ? [] : instruments.flatMap(({ key }) => readContract(key, index) ?? [])
  return [...new Set([...found.map(({ underlying }) => underlying), NIFTY])]
}

const isOf = ({ year, month, day }: ContractSymbol, expiry: IstDate, expiries: readonly IstDate[]) => {
  const inMonth = `${year}-${String(month).padStart(2, '0')}`
  return day === null
    ? expiry === expiries.findLast((one) => one.startsWith(inMonth))
    : expiry === `${inMonth}-${String(day).padStart(2, '0')}`
}

/** Expiries, ascending, of the contracts on the underlying that were held or traded. */
export const expiriesTraded = (
  instruments: DayRecord['instruments'],
  { underlying, expiries }: { readonly underlying: InstrumentId; readonly expiries: readonly IstDate[] },
  index: Index | null,
): readonly IstDate[] => {
  if (index === null) return []
  const symbols = instruments.flatMap(({ key }) => {
    const contract = readContract(key, index)
    return contract?.underlying === underlying ? [contract.symbol] : []
  })
  return expiries.filter((expiry) => symbols.some((symbol) => isOf(symbol, expiry, expiries)))
}
