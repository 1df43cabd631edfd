import type { InstrumentType, Segment } from './instrument.ts'

export const isShareSegment = (segment: Segment): boolean => segment === 'NSE' || segment === 'BSE'

export const isOptionSegment = (segment: Segment): boolean => segment === 'NFO-OPT' || segment === 'BFO-OPT'

export const isOptionType = (type: InstrumentType): boolean => type === 'CE' || type === 'PE'

export const isShareId = (id: string): boolean => /^[NB]SE_/.test(id)

export const isOptionId = (id: string): boolean => /^[NB]FO-OPT_/.test(id)

/** A future or an option. */
export const isContractId = (id: string): boolean => /^[NB]FO-/.test(id)
