import type { Instrument } from '../../domain/instrument.ts'
import type { Environment } from '../environment.ts'
import type { PaletteRow } from '../reading.ts'

/** What the line offers someone signed in. It is loaded with the commands of trading, after the sign-in is on screen. */
export interface Offers {
  /** Rows for an empty line. `isFirst`: Enter alone does the first of them. */
  atHand(environment: Environment, isFirst: boolean): readonly PaletteRow[]
  /** Contracts one would want of the underlying a text names. `exact`: the instrument that the whole text is. */
  nearTo(text: string, exact: Instrument | null, environment: Environment): readonly Instrument[]
  /** The row of a chord whose strokes are typed, such as `g p`; none where they mean nothing here. */
  chord(typed: string, environment: Environment): readonly PaletteRow[]
}

let known: Offers | null = null

export const addOffers = (offers: Offers): void => {
  known = offers
}

/** Null until they have been loaded. */
export const findOffers = (): Offers | null => known
