import type { InstrumentId } from '../../domain/instrument.ts'
import type { Taken } from '../command.ts'
import type { Environment } from '../environment.ts'

/** Null when the text is no contract. */
export type ContractReader = (
  line: string,
  from: number,
  environment: Environment,
) => Taken<InstrumentId> | null

let reader: ContractReader = () => null

/** Called when the commands of trading are loaded, so that the sign-in does not wait for contracts in words. */
export const addContractReader = (added: ContractReader): void => {
  reader = added
}

export const readContract: ContractReader = (...place) => reader(...place)
