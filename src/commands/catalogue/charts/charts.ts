import { type Interval, intervalLabels, isInterval } from '../../../domain/charts/interval.ts'
import { type ChartLink, type ChartSlot, chartSlots, reachedBy } from '../../../domain/charts/layout.ts'
import { pathOf } from '../../../domain/screens.ts'
import { CHART_INDICATORS_MAX } from '../../../machines/charts/chart.ts'
import type { Dispatch, Requests } from '../../../machines/requests.ts'
import { command, optional, required, to } from '../../command.ts'
import type { Environment } from '../../environment.ts'
import { indicatorList, indicatorText } from '../../grammar/backtests/indicator.ts'
import { choice } from '../../grammar/choice.ts'
import { focusedInstrument, instrument, titleOf } from '../../grammar/instruments/instrument.ts'
import { nearInstruments } from '../../grammar/instruments/traded-instrument.ts'
import { chartInterval } from '../../grammar/time/chart-interval.ts'

const history = choice('market or imported', [
  { value: 'imported', words: ['imported'], title: 'Imported history' },
  { value: 'market', words: ['market'], title: 'Market data, up to now' },
])

/** That of a row of the technical summary. */
const focusedInterval = ({ context }: Environment): Interval | undefined => {
  const key = context['focus.kind'] === 'interval' ? context['focus.key'] : ''
  return isInterval(key) ? key : undefined
}

export const openChart = command({
  id: 'chart.open',
  title: 'Chart',
  keywords: ['graph', 'candles', 'price'],
  verb: 'chart',
  aliases: ['c'],
  when: 'signedIn',
  effect: 'read',
  args: {
    instrument: required('Instrument', instrument, {
      initial: (environment) => focusedInstrument(environment.context) ?? nearInstruments(environment)[0],
    }),
    interval: optional('Interval', chartInterval, { initial: focusedInterval }),
    history: optional('Candles', history),
    indicators: optional('Indicators', indicatorList),
  },
  run: ({ instrument: id, interval: every, history: shown = 'market', indicators }, environment) => {
    const slot = here(environment)
    const path = pathOf('trading-view', {
      symbol: id,
      ...(every === undefined ? {} : { interval: every }),
      ...(shown === 'imported' ? { candles: shown } : {}),
    })
    return [
      ...onLinked('symbol', slot, environment, (one) => ({
        type: 'chart.instrument',
        slot: one,
        instrument: id,
        ...(shown === 'imported' ? { history: shown } : {}),
      })),
      ...(every === undefined ? [] : onLinked('interval', slot, environment, intervalOf(every))),
      ...(indicators === undefined ? [] : [to('charts', { type: 'chart.draw', slot, indicators })]),
      // The address is that of the first chart.
      ...(slot === 'first' ? [to('navigation', { type: 'view.open', path })] : []),
    ]
  },
  describe: ({ instrument: id, interval: every, history: shown, indicators = [] }, { instruments }) =>
    [
      `Chart of ${titleOf(id, instruments)}`,
      ...(every === undefined ? [] : [intervalLabels[every]]),
      ...(shown === 'imported' ? ['Imported history'] : []),
      ...indicators,
    ].join(' · '),
})

/** The active one of the chart screen; the first of the Scalper. */
export const here = ({ chartLayout }: Environment): ChartSlot => chartLayout?.active ?? 'first'

/** A change of this chart, and of those that are linked with it. */
const onLinked = (
  link: ChartLink,
  slot: ChartSlot,
  { chartLayout }: Environment,
  change: (slot: ChartSlot) => Requests['charts'],
): readonly Dispatch[] =>
  (chartLayout == null ? [slot] : reachedBy(link, slot, chartLayout)).map((one) => to('charts', change(one)))

const intervalOf =
  (interval: Interval) =>
  (slot: ChartSlot): Requests['charts'] => ({ type: 'chart.interval', slot, interval })

export const onChart = 'signedIn && (view == trading-view || view == markets)'
export const onLargeChart = 'signedIn && view == trading-view'

export const chart = optional(
  'Chart',
  choice<ChartSlot>(
    'first, second, third or fourth',
    chartSlots.map((value) => ({ value, words: [value], title: `The ${value} chart` })),
  ),
  { word: 'on' },
)

export const setChartInterval = command({
  id: 'chart.interval',
  title: 'Chart interval',
  keywords: ['candles', 'timeframe'],
  verb: 'interval',
  when: onChart,
  effect: 'read',
  args: { interval: required('Interval', chartInterval), chart },
  run: ({ interval: every, chart: slot }, environment) =>
    onLinked('interval', slot ?? here(environment), environment, intervalOf(every)),
  describe: ({ interval: every }) => `Chart interval: ${intervalLabels[every]}`,
})

export const setChartIndicator = command({
  id: 'chart.indicator',
  title: 'Chart indicator',
  keywords: ['study', 'ema', 'rsi', 'line'],
  verb: 'indicator',
  aliases: ['ind'],
  when: onChart,
  effect: 'read',
  // The text of an indicator runs on to the end of the line.
  args: { chart, indicator: required('Indicator', indicatorText) },
  run: ({ indicator, chart: slot }, environment) =>
    to('charts', { type: 'chart.indicator', slot: slot ?? here(environment), indicator }),
  describe: ({ indicator }) => `Add or remove ${indicator}`,
})

const indicatorNumber = choice<number>(
  `1 to ${CHART_INDICATORS_MAX}, the number of an indicator`,
  Array.from({ length: CHART_INDICATORS_MAX }, (_, index) => ({
    value: index + 1,
    words: [String(index + 1)],
    title: `Indicator ${index + 1}`,
  })),
)

export const changeChartIndicator = command({
  id: 'chart.change',
  title: 'Change an indicator of the chart',
  keywords: ['parameters', 'period', 'length'],
  verb: 'change indicator',
  when: onChart,
  effect: 'read',
  args: {
    number: required('Number', indicatorNumber),
    chart,
    indicator: required('Indicator', indicatorText),
  },
  run: ({ number, indicator, chart: slot }, environment) =>
    to('charts', { type: 'chart.change', slot: slot ?? here(environment), number, indicator }),
  describe: ({ number, indicator }) => `Indicator ${number} becomes ${indicator}`,
})

export const setChartHistory = command({
  id: 'chart.history',
  title: 'Chart candles',
  keywords: ['imported', 'market', 'history'],
  verb: 'candles',
  when: onLargeChart,
  effect: 'read',
  args: { history: required('Candles', history), chart },
  run: ({ history: shown, chart: slot }, environment) =>
    to('charts', { type: 'chart.history', slot: slot ?? here(environment), history: shown }),
  describe: ({ history: shown }) => (shown === 'imported' ? 'Show imported history' : 'Show market data'),
})

export const setChartInstrument = command({
  id: 'chart.instrument',
  title: 'Chart instrument',
  keywords: ['symbol'],
  verb: 'symbol',
  isListed: false,
  when: onLargeChart,
  effect: 'read',
  args: { instrument: required('Instrument', instrument), chart },
  run: ({ instrument: id, chart: slot }, environment) =>
    onLinked('symbol', slot ?? here(environment), environment, (one) => ({
      type: 'chart.instrument',
      slot: one,
      instrument: id,
    })),
  describe: ({ instrument: id }, { instruments }) => `Show ${titleOf(id, instruments)} on the chart`,
})

export const chartCommands = [
  openChart,
  setChartInterval,
  setChartIndicator,
  changeChartIndicator,
  setChartHistory,
  setChartInstrument,
] as const
