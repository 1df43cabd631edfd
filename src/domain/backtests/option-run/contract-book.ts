import type { OptionType } from '../../options/black-76.ts'
import type { IstDate } from '../../time.ts'
import { contractOf, expiryOf } from './contracts.ts'
import type { ExpiryPick, LegContract, OptionUnderlying } from './rules.ts'

export interface ContractBook {
  readonly underlying: OptionUnderlying
  expiryOf(pick: ExpiryPick, day: IstDate): IstDate
  contractOf(type: OptionType, strike: number, expiry: IstDate): LegContract
}

export const createContractBook = (underlying: OptionUnderlying, currentLot: number): ContractBook => {
  const expiries = new Map<string, IstDate>()
  const contracts = new Map<string, LegContract>()
  return {
    underlying,
    expiryOf(pick, day) {
      const key = `${pick} ${day}`
      const found = expiries.get(key) ?? expiryOf(underlying, pick, day)
      expiries.set(key, found)
      return found
    },
    contractOf(type, strike, expiry) {
      const key = `${type} ${strike} ${expiry}`
      const found = contracts.get(key) ?? contractOf(underlying, { type, strike, expiry }, currentLot)
      contracts.set(key, found)
      return found
    },
  }
}
