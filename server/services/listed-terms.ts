import { parseInstrumentId } from '../../src/domain/instrument.ts'
import type { IstDate } from '../../src/domain/time.ts'
import type { Terms } from '../broker/account.ts'
import { termsOf } from '../broker/terms.ts'
import type { InstrumentDirectory } from './instrument-directory.ts'
import { noInstrument } from './order-refusals.ts'

/** What is listed today under a name of the wire. Throws Refusal when nothing is. */
export const createListedTerms =
  (instruments: Pick<InstrumentDirectory, 'look'>, dayNow: () => IstDate) =>
  async (sym: string): Promise<Terms> => {
    const parsed = parseInstrumentId(sym)
    const instrument = parsed && (await instruments.look(parsed.id))
    if (!instrument) throw noInstrument(sym)
    return termsOf(instrument, dayNow())
  }

export type ListedTerms = ReturnType<typeof createListedTerms>
