import { parseInstrumentId } from '../../../src/domain/instruments/instrument.ts'
import type { IstDate } from '../../../src/domain/time.ts'
import type { InstrumentTerms } from '../../broker/account.ts'
import { termsOf } from '../../broker/instrument-terms.ts'
import type { InstrumentDirectory } from '../instruments/instrument-directory.ts'
import { noInstrument } from './order-refusals.ts'

/** Throws Refusal when nothing is listed under the name today. */
export const createListedTerms =
  (instruments: Pick<InstrumentDirectory, 'look'>, dayNow: () => IstDate) =>
  async (sym: string): Promise<InstrumentTerms> => {
    const parsed = parseInstrumentId(sym)
    const instrument = parsed && (await instruments.look(parsed.id))
    if (!instrument) throw noInstrument(sym)
    return termsOf(instrument, dayNow())
  }

export type ListedTerms = ReturnType<typeof createListedTerms>
