import { contractOf, monthlyExpiryOf } from '../../../src/domain/backtests/option-run/contracts.ts'
import { OPTION_TICK } from '../../../src/domain/backtests/option-run/model.ts'
import type { Calendar } from '../../../src/domain/calendar/calendar.ts'
import { parseContractSymbol } from '../../../src/domain/instruments/contract-symbol.ts'
import {
  type Instrument,
  type InstrumentId,
  parseInstrumentId,
} from '../../../src/domain/instruments/instrument.ts'
import { type IstDate, istDateToDayNumber, parseIstDate } from '../../../src/domain/time.ts'
import { type ClosesOf, listContractsOf } from '../../market/master/derivative-listing.ts'
import { type Chain, groupOf, toChain } from '../../market/master/master-index.ts'
import { findSimulated } from '../../market/master/universe.ts'
import type { SimulatedMarket } from '../../market/simulated/simulated-market.ts'
import type { SeriesSummary } from '../../store/charts/candles.ts'

type Find = (id: InstrumentId) => Instrument | null

export type ContractsThen = (underlying: InstrumentId, day: IstDate, find: Find) => Promise<Chain>

/** The list of instruments names no expired contract, so that of the day is made again. */
export const createSimulatedContracts = (simulated: SimulatedMarket, calendar: Calendar): ContractsThen => {
  const closesOf: ClosesOf = (underlying, from, to) => {
    const found = findSimulated(underlying as InstrumentId)
    if (found === null) throw new RangeError(`${underlying} is no underlying`)
    return simulated.closesOf(found, from, to)
  }
  return async (underlying, day, find) =>
    toChain(
      listContractsOf(groupOf(underlying), day, closesOf, calendar).map((made) => find(made.id) ?? made),
    )
}

const two = (value: number): string => String(value).padStart(2, '0')

const storedContract = (id: InstrumentId, group: string, calendar: Calendar): Instrument | null => {
  const [exchange, root] = group.split(' ') as ['NFO' | 'BFO', string]
  const { segment, tradingSymbol } = parseInstrumentId(id) ?? {}
  if (tradingSymbol === undefined || segment !== `${exchange}-OPT`) return null
  const symbol = parseContractSymbol(tradingSymbol, (candidate) => candidate === root)
  if (symbol === null || symbol.type === 'FUT') return null
  const { year, month, day, type, strike } = symbol
  const expiry =
    day === null
      ? monthlyExpiryOf({ root, exchange }, year, month, calendar)
      : parseIstDate(`${year}-${two(month)}-${two(day)}`)
  if (expiry === null) return null
  const underlying = { root, exchange, isIndex: true, strikeStep: 1 } as const
  const { lotSize } = contractOf(underlying, { type, strike, expiry }, 1, calendar)
  return {
    ...{ id, instrumentToken: 0, exchangeToken: 0, tradingSymbol, name: root, lastPrice: 0 },
    ...{ expiry, strike, tickSize: OPTION_TICK, lotSize, instrumentType: type, segment, exchange },
    universe: '000000',
  }
}

/** For a replayed market: what has minute candles around that day, also of contracts no longer listed. */
export const createStoredContracts = (
  listSeries: () => Promise<readonly SeriesSummary[]>,
  calendar: Calendar,
): ContractsThen => {
  return async (underlying, day, find) => {
    const [group, number] = [groupOf(underlying), istDateToDayNumber(day)]
    const contracts = (await listSeries()).flatMap(({ key, interval, firstDay, lastDay }) => {
      if (interval !== 'min' || firstDay > number || lastDay < number) return []
      const contract = storedContract(key as InstrumentId, group, calendar)
      return contract === null ? [] : [find(contract.id) ?? contract]
    })
    return toChain(contracts)
  }
}
