import type { InstrumentId } from '../domain/instruments/instrument.ts'
import { screenAt } from '../domain/screens.ts'
import type { Actors } from './actors.ts'

export const screenOf = ({ navigation }: Actors) => screenAt(navigation.getSnapshot().context.path)

export const activeChart = ({ charts, chartLayout }: Actors) =>
  charts.getSnapshot().context.charts[chartLayout.getSnapshot().context.active]

/** What keys or clicks trade while they are armed; null where nothing is. */
export const armedInstrument = (actors: Actors): InstrumentId | null =>
  screenOf(actors) === 'trading-view'
    ? activeChart(actors).instrument
    : actors.scalper.getSnapshot().context.instrument
