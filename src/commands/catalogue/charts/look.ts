import {
  type ChartType,
  chartLevelNames,
  chartLevels,
  chartTypeNames,
  chartTypes,
  type PriceScaleKind,
  priceScaleNames,
  priceScales,
} from '../../../domain/charts/chart-look.ts'
import { command, required, to } from '../../command.ts'
import { choice } from '../../grammar/choice.ts'
import { moment } from '../../grammar/time/moment.ts'
import { chart, here, onChart } from './charts.ts'

const typeOfChart = choice<ChartType>(
  'candles, hollow, bars, line or heikin-ashi',
  chartTypes.map((value) => ({
    value,
    words: value === 'heikinAshi' ? ['heikin-ashi', 'heikin', 'ha'] : [value],
    title: chartTypeNames[value],
  })),
)

export const setChartType = command({
  id: 'chart.type',
  title: 'Chart type',
  keywords: ['candles', 'hollow', 'bars', 'line', 'heikin ashi', 'ohlc'],
  verb: 'chart type',
  when: onChart,
  effect: 'read',
  args: { type: required('Type', typeOfChart), chart },
  run: ({ type, chart: slot }, environment) =>
    to('charts', { type: 'chart.look', slot: slot ?? here(environment), look: { type } }),
  describe: ({ type }) => `Chart type: ${chartTypeNames[type]}`,
})

const scaleOfChart = choice<PriceScaleKind>(
  'linear, log, percent or indexed',
  priceScales.map((value) => ({ value, words: [value], title: priceScaleNames[value] })),
)

export const setChartScale = command({
  id: 'chart.scale',
  title: 'Chart scale',
  keywords: ['logarithmic', 'percent', 'axis', 'linear'],
  verb: 'chart scale',
  when: onChart,
  effect: 'read',
  args: { scale: required('Scale', scaleOfChart), chart },
  run: ({ scale, chart: slot }, environment) =>
    to('charts', { type: 'chart.look', slot: slot ?? here(environment), look: { scale } }),
  describe: ({ scale }) => `Chart scale: ${priceScaleNames[scale]}`,
})

const VWAP = 'vwap'

const dayLines = [...chartLevels, VWAP] as const

type DayLine = (typeof dayLines)[number]

const dayLineNames: Readonly<Record<DayLine, string>> = { ...chartLevelNames, vwap: 'VWAP' }

const levelWords: Readonly<Record<DayLine, readonly string[]>> = {
  vwap: [VWAP],
  previousClose: ['previous close', 'prev close', 'close'],
  dayRange: ['day range', 'high low', 'range'],
  bidAsk: ['bid ask', 'bid'],
  sessions: ['session breaks', 'sessions', 'days'],
  expiries: ['expiries', 'expiry'],
  holidays: ['holidays', 'holiday'],
}

const levelOfChart = choice<DayLine>(
  'previous close, day range, bid ask, session breaks, expiries, holidays or vwap',
  dayLines.map((value) => ({ value, words: levelWords[value], title: dayLineNames[value] })),
)

export const setChartLevel = command({
  id: 'chart.level',
  title: 'Lines of the day on the chart',
  keywords: ['previous close', 'day high', 'day low', 'bid', 'ask', 'vwap', 'expiry', 'holiday'],
  verb: 'chart line',
  when: onChart,
  effect: 'read',
  args: { level: required('Line', levelOfChart), chart },
  run: ({ level, chart: given }, environment) => {
    const slot = given ?? here(environment)
    return level === VWAP
      ? to('charts', { type: 'chart.indicator', slot, indicator: VWAP })
      : to('charts', { type: 'chart.level', slot, level })
  },
  describe: ({ level }) => `Show or hide on the chart: ${dayLineNames[level]}`,
})

export const goToTime = command({
  id: 'chart.goTo',
  title: 'Go to a date on the chart',
  keywords: ['day', 'time', 'scroll', 'history', 'jump'],
  verb: 'chart date',
  aliases: ['chart go to'],
  when: onChart,
  effect: 'read',
  args: { at: required('Day', moment), chart },
  run: ({ at, chart: slot }, environment) =>
    to('charts', { type: 'chart.goTo', slot: slot ?? here(environment), at }),
  describe: ({ at }) => `Show ${moment.print(at)} on the chart`,
})

export const takeChartPicture = command({
  id: 'chart.picture',
  title: 'Copy a picture of the chart',
  keywords: ['screenshot', 'image', 'png', 'snapshot', 'clipboard'],
  verb: 'chart picture',
  when: onChart,
  effect: 'read',
  args: { chart },
  run: ({ chart: slot }, environment) =>
    to('chartPicture', { type: 'picture.take', slot: slot ?? here(environment) }),
})

export const lookCommands = [setChartType, setChartScale, setChartLevel, goToTime, takeChartPicture] as const
