import {
  type ChartLink,
  type ChartSlot,
  chartLinkNames,
  chartLinks,
  chartSlots,
} from '../../../domain/charts/layout.ts'
import { parseInstrumentId } from '../../../domain/instruments/instrument.ts'
import type { SavedLayout } from '../../../machines/charts/saved-layouts.ts'
import type { Dispatch } from '../../../machines/requests.ts'
import { command, optional, required, to } from '../../command.ts'
import type { Environment } from '../../environment.ts'
import { choice } from '../../grammar/choice.ts'
import { knownName, newName } from '../../grammar/list-name.ts'
import { nextOrPrevious } from '../../grammar/next-or-previous.ts'
import { onLargeChart } from './charts.ts'

const chartCount = choice<number>(
  '1 to 4 charts',
  chartSlots.map((_, index) => ({
    value: index + 1,
    words: [String(index + 1)],
    title: index === 0 ? 'One chart' : `${index + 1} charts`,
  })),
)

const nextCount = (count: number): number => (count % chartSlots.length) + 1

const inWords = (count: number): string => (count === 1 ? 'Show one chart' : `Show ${count} charts`)

export const setChartCount = command({
  id: 'layout.count',
  title: 'Number of charts',
  keywords: ['layout', 'split', 'grid', 'two charts', 'four charts'],
  verb: 'charts',
  when: onLargeChart,
  effect: 'local',
  args: { count: optional('Charts', chartCount) },
  run: ({ count }, { chartLayout }) =>
    to('chartLayout', { type: 'layout.count', count: count ?? nextCount(chartLayout?.count ?? 1) }),
  describe: ({ count }, { chartLayout }) => inWords(count ?? nextCount(chartLayout?.count ?? 1)),
})

const direction = nextOrPrevious('The next chart', 'The previous chart')

export const stepChart = command({
  id: 'layout.step',
  title: 'Another chart of the layout',
  keywords: ['active chart', 'next chart'],
  verb: 'active chart',
  when: onLargeChart,
  effect: 'local',
  args: { by: required('Direction', direction) },
  run: ({ by }) => to('chartLayout', { type: 'layout.step', by }),
  describe: ({ by }) => (by === 1 ? 'Next chart' : 'Previous chart'),
})

const link = choice<ChartLink>(
  'crosshair, range, interval or symbol',
  chartLinks.map((value) => ({ value, words: [value], title: chartLinkNames[value] })),
)

export const linkCharts = command({
  id: 'layout.link',
  title: 'Link the charts',
  keywords: ['crosshair', 'range', 'interval', 'symbol', 'synchronise'],
  verb: 'link',
  when: onLargeChart,
  effect: 'local',
  args: { link: optional('Link', link) },
  run: (args) => to('chartLayout', { type: 'layout.link', link: args.link ?? null }),
  describe: (args, { chartLayout }) => {
    const links = chartLayout?.links ?? []
    if (args.link === undefined)
      return links.length === chartLinks.length ? 'Unlink the charts' : 'Link everything on the charts'
    const name = chartLinkNames[args.link].toLowerCase()
    return `${links.includes(args.link) ? 'Unlink' : 'Link'} the ${name} of the charts`
  },
})

export const maximiseChart = command({
  id: 'layout.maximise',
  title: 'This chart alone, or all again',
  keywords: ['full screen', 'zoom', 'maximize'],
  verb: 'maximise',
  when: onLargeChart,
  effect: 'local',
  run: () => to('chartLayout', { type: 'layout.maximise' }),
})

const kept = {
  expects: 'a chart layout by name',
  namesOf: ({ savedLayouts = [] }: Environment) => savedLayouts.map(({ name }) => name),
}

export const saveLayout = command({
  id: 'layout.save',
  title: 'Save the chart layout',
  keywords: ['keep', 'name', 'charts'],
  verb: 'layout save',
  when: onLargeChart,
  effect: 'local',
  args: { name: required('Name', newName({ ...kept, expects: 'a name for the layout' })) },
  run: ({ name }) => to('layoutActs', { type: 'request.send', input: { act: 'save', name } }),
  describe: ({ name }, { savedLayouts = [] }) =>
    savedLayouts.some((one) => one.name === name)
      ? `Replace the chart layout ${name}`
      : `Save the chart layout as ${name}`,
})

export const deleteLayout = command({
  id: 'layout.delete',
  title: 'Delete a chart layout',
  keywords: ['remove'],
  verb: 'layout delete',
  when: onLargeChart,
  effect: 'local',
  danger: 'confirm',
  args: { name: required('Layout', knownName(kept)) },
  run: ({ name }) => to('layoutActs', { type: 'request.send', input: { act: 'delete', name } }),
  describe: ({ name }) => `Delete the chart layout ${name}`,
})

const showChart = (slot: ChartSlot, chart: SavedLayout['charts'][number]): readonly Dispatch[] => {
  const { sym, interval, indicators, type, scale, levels, panes = {} } = chart
  const instrument = parseInstrumentId(sym)?.id
  return [
    ...(instrument === undefined ? [] : [to('charts', { type: 'chart.instrument', slot, instrument })]),
    to('charts', { type: 'chart.interval', slot, interval }),
    to('charts', { type: 'chart.indicators', slot, indicators }),
    to('charts', { type: 'chart.look', slot, look: { type, scale, levels, panes } }),
  ]
}

export const openLayout = command({
  id: 'layout.open',
  title: 'Open a chart layout',
  keywords: ['charts', 'load'],
  verb: 'layout',
  when: onLargeChart,
  effect: 'read',
  args: { name: required('Layout', knownName(kept)) },
  run: ({ name }, { savedLayouts = [] }) => {
    const layout = savedLayouts.find((one) => one.name === name)
    if (layout === undefined) return []
    const { links, charts } = layout
    return [
      to('chartLayout', { type: 'layout.restore', count: charts.length, links }),
      ...charts.flatMap((chart, index) => showChart(chartSlots[index] ?? 'first', chart)),
    ]
  },
  describe: ({ name }) => `Open the chart layout ${name}`,
})

export const chooseLayout = command({
  id: 'layout.choose',
  title: 'Chart layouts',
  verb: 'layouts',
  when: onLargeChart,
  effect: 'read',
  run: () => to('palette', { type: 'palette.open', line: 'layout ' }),
})

export const nameLayout = command({
  id: 'layout.name',
  title: 'Name the chart layout',
  verb: 'layout name',
  isListed: false,
  when: onLargeChart,
  effect: 'read',
  run: () => to('palette', { type: 'palette.open', line: 'layout save "' }),
})

export const layoutCommands = [
  setChartCount,
  stepChart,
  linkCharts,
  maximiseChart,
  saveLayout,
  deleteLayout,
  openLayout,
  chooseLayout,
  nameLayout,
] as const
