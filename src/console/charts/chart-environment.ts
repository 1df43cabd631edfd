import type { Environment } from '../../commands/environment.ts'
import { parseInstrumentId } from '../../domain/instruments/instrument.ts'
import { productsFor } from '../../domain/orders/resolve-order.ts'
import { activeChart } from '../active-chart.ts'
import type { Actors } from '../actors.ts'
import { isChartPath } from './chart-address.ts'

const instrumentOf = (actors: Actors) => activeChart(actors).instrument

const chartTrade = (actors: Actors): Partial<Environment> => {
  const { lots, product } = actors.scalper.getSnapshot().context
  const instrument = instrumentOf(actors)
  const segment = parseInstrumentId(instrument)?.segment ?? 'NSE'
  const isAllowed = productsFor({ segment }).includes(product)
  return { linked: { instrument, lots, product: isAllowed ? product : 'MIS', price: 'market' } }
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
