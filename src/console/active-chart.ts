import type { InstrumentId } from '../domain/instruments/instrument.ts'
import { screenAt } from '../domain/screens.ts'
import type { Actors } from './actors.ts'

export const screenOf = ({ navigation }: Actors) => screenAt(navigation.getSnapshot().context.path)

export const activeChart = ({ charts, chartLayout }: Actors) =>
  charts.getSnapshot().context.charts[chartLayout.getSnapshot().context.active]

/** The instrument that armed keys or clicks trade; null if there is none. */
export const armedInstrument = (actors: Actors): InstrumentId | null =>
  screenOf(actors) === 'trading-view'
    ? activeChart(actors).instrument
    : actors.scalper.getSnapshot().context.instrument
