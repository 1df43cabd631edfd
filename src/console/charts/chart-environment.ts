import type { Environment } from '../../commands/environment.ts'
import type { Actors } from '../actors.ts'
import { isChartPath } from './chart-address.ts'

const activeChart = ({ charts, chartLayout }: Actors) =>
  charts.getSnapshot().context.charts[chartLayout.getSnapshot().context.active]

const instrumentOf = (actors: Actors) => activeChart(actors).instrument

const chartTrade = (actors: Actors): Partial<Environment> => {
  const instrument = instrumentOf(actors)
  return instrument === null ? {} : { linked: { instrument, lots: 1, product: 'MIS', price: 'market' } }
}

const drawingsOn = (actors: Actors): Partial<Environment> => {
  const { lists, selected } = actors.drawings.getSnapshot().context
  const at = selected?.instrument ?? instrumentOf(actors)
  return { drawings: { instrument: at, list: lists[at] ?? [], selected: selected?.id ?? null } }
}

export const chartEnvironment = (actors: Actors): Partial<Environment> => ({
  indicatorGuide: actors.indicatorGuide.getSnapshot().context.guide,
  ...(isChartPath(actors.navigation.getSnapshot().context.path)
    ? {
        ...chartTrade(actors),
        ...drawingsOn(actors),
        chartReplay: activeChart(actors).replay,
        chartLayout: actors.chartLayout.getSnapshot().context,
        savedLayouts: actors.savedLayouts.getSnapshot().context.output ?? [],
      }
    : {}),
})
