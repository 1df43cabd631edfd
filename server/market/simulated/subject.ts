import type { Calendar } from '../../../src/domain/calendar.ts'
import type { Instrument } from '../../../src/domain/instrument.ts'
import { findSimulated } from '../master/universe.ts'
import type { Simulated } from './character.ts'
import { type Contract, findContract } from './contract.ts'

/** Anything the simulation has prices of. */
export type Subject = Simulated | Contract

export const isContract = (subject: Subject): subject is Contract =>
  subject.kind === 'future' || subject.kind === 'option'

/** How an instrument is simulated, or null. */
export const findSubject = (instrument: Instrument, calendar: Calendar): Subject | null =>
  findSimulated(instrument.id) ?? findContract(instrument, calendar)
