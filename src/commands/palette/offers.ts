import type { Instrument } from '../../domain/instrument.ts'
import type { LineFix, LineProblem } from '../command.ts'
import type { Environment } from '../environment.ts'
import type { PaletteRow } from '../reading.ts'
import type { AnyCommand } from '../registry.ts'

/** What the line offers someone signed in. It is loaded with the commands of trading, after the sign-in is on screen. */
export interface Offers {
  /** Rows for an empty line. `isFirst`: Enter alone does the first of them. */
  atHand(environment: Environment, isFirst: boolean): readonly PaletteRow[]
  /** Contracts one would want of the underlying a text names. `exact`: the instrument that the whole text is. */
  nearTo(text: string, exact: Instrument | null, environment: Environment): readonly Instrument[]
  /** The row of a chord whose strokes are typed, such as `g p`; none where they mean nothing here. */
  chord(typed: string, environment: Environment): readonly PaletteRow[]
  /** What a line that makes no sense likely meant. `one`: the command that was being read. */
  corrections(
    mistake: { readonly line: string; readonly problem: LineProblem; readonly one: AnyCommand | null },
    environment: Environment,
  ): readonly LineFix[]
}

let known: Offers | null = null

export const addOffers = (offers: Offers): void => {
  known = offers
}

/** Null until they have been loaded. */
export const findOffers = (): Offers | null => known
