import type { Environment } from '../../commands/environment.ts'
import type { Actors } from '../actors.ts'
import { isChartPath } from './chart-address.ts'

const chartTrade = ({ charts }: Actors): Partial<Environment> => {
  const { instrument } = charts.getSnapshot().context.charts.first
  return instrument === null ? {} : { linked: { instrument, lots: 1, product: 'MIS', price: 'market' } }
}

const drawingsOn = ({ charts, drawings }: Actors): Partial<Environment> => {
  const { instrument } = charts.getSnapshot().context.charts.first
  const { lists, selected } = drawings.getSnapshot().context
  const at = selected?.instrument ?? instrument
  return { drawings: { instrument: at, list: lists[at] ?? [], selected: selected?.id ?? null } }
}

export const chartEnvironment = (actors: Actors): Partial<Environment> => ({
  indicatorGuide: actors.indicatorGuide.getSnapshot().context.guide,
  ...(isChartPath(actors.navigation.getSnapshot().context.path)
    ? { ...chartTrade(actors), ...drawingsOn(actors) }
    : {}),
})
