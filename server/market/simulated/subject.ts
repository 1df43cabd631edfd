import type { Calendar } from '../../../src/domain/calendar/calendar.ts'
import type { Instrument } from '../../../src/domain/instruments/instrument.ts'
import { findSimulated } from '../master/universe.ts'
import type { Simulated } from './character.ts'
import { type Contract, findContract } from './contract.ts'

export type Subject = Simulated | Contract

export const isContract = (subject: Subject): subject is Contract =>
  subject.kind === 'future' || subject.kind === 'option'

export const findSubject = (instrument: Instrument, calendar: Calendar): Subject | null =>
  findSimulated(instrument.id) ?? findContract(instrument, calendar)
