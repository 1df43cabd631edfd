import type { Instrument } from '../../domain/instruments/instrument.ts'
import type { LineFix, LineProblem } from '../command.ts'
import type { Environment } from '../environment.ts'
import type { PaletteRow } from '../reading.ts'
import type { AnyCommand } from '../registry.ts'

/** Loaded with the trading commands, after sign-in is on screen. */
export interface Offers {
  /** `isFirst`: a bare Enter runs the first row. */
  atHand(environment: Environment, isFirst: boolean): readonly PaletteRow[]
  /** `exact`: the instrument whose name is the whole text. */
  nearTo(text: string, exact: Instrument | null, environment: Environment): readonly Instrument[]
  chord(typed: string, environment: Environment): readonly PaletteRow[]
  corrections(
    mistake: { readonly line: string; readonly problem: LineProblem; readonly one: AnyCommand | null },
    environment: Environment,
  ): readonly LineFix[]
}

let known: Offers | null = null

export const addOffers = (offers: Offers): void => {
  known = offers
}

export const findOffers = (): Offers | null => known
