import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import type { Taken } from '../../command.ts'
import type { Environment } from '../../environment.ts'

export type ContractReader = (
  line: string,
  from: number,
  environment: Environment,
) => Taken<InstrumentId> | null

let reader: ContractReader = () => null

/** Registered when the trading commands load, so that sign-in does not wait for this parser. */
export const addContractReader = (added: ContractReader): void => {
  reader = added
}

export const readContract: ContractReader = (...parameters) => reader(...parameters)
