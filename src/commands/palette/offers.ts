import type { Instrument } from '../../domain/instruments/instrument.ts'
import type { OrdersPreview } from '../../machines/shell/palette-preview.ts'
import type { LineFix, LineProblem } from '../command.ts'
import type { Environment } from '../environment.ts'
import type { PaletteRow, Reading } from '../reading.ts'
import type { AnyCommand } from '../registry.ts'

export interface PreviewedLine {
  readonly line: string
  readonly reading: Pick<Reading, 'tokens' | 'call'>
  readonly preview: OrdersPreview
}

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
  instead(shown: PreviewedLine, environment: Environment): readonly PaletteRow[]
}

let known: Offers | null = null

export const addOffers = (offers: Offers): void => {
  known = offers
}

export const findOffers = (): Offers | null => known
