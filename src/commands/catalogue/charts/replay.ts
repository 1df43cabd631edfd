import { nextOf } from '../../../domain/next-of.ts'
import { type ReplayEvent, replayPaces } from '../../../machines/charts/chart.ts'
import { command, optional, required, to } from '../../command.ts'
import type { Environment } from '../../environment.ts'
import { choice } from '../../grammar/choice.ts'
import { nextOrPrevious } from '../../grammar/next-or-previous.ts'
import { moment } from '../../grammar/time/moment.ts'
import { here, onLargeChart } from './charts.ts'

const whileReplaying = `${onLargeChart} && chart.replaying`

const tell = (event: ReplayEvent, environment: Environment) =>
  to('charts', { type: 'chart.replay', slot: here(environment), event })

const openReplay = command({
  id: 'chart.replay',
  title: 'Replay the chart',
  keywords: ['bar by bar', 'rewind', 'practice', 'past'],
  verb: 'replay',
  aliases: ['chart replay'],
  when: onLargeChart,
  effect: 'read',
  args: { at: optional('From', moment) },
  run: ({ at = null }, environment) => tell({ type: 'replay.start', at }, environment),
  describe: ({ at }) =>
    at === undefined ? 'Replay the last candles of the chart' : `Replay the chart from ${moment.print(at)}`,
})

const stepReplay = command({
  id: 'replay.step',
  title: 'Another candle of the replay',
  verb: 'replay candle',
  when: whileReplaying,
  effect: 'read',
  args: { by: required('Direction', nextOrPrevious('The next candle', 'The candle before')) },
  run: ({ by }, environment) => tell({ type: 'replay.step', by }, environment),
  describe: ({ by }) => (by === 1 ? 'The next candle of the replay' : 'The candle before'),
})

const playReplay = command({
  id: 'replay.play',
  title: 'Play the replay, or pause',
  verb: 'replay play',
  when: whileReplaying,
  effect: 'read',
  run: (_, environment) => tell({ type: 'replay.play' }, environment),
})

const pace = choice<number>(
  '1, 2, 5 or 10',
  replayPaces.map((value) => ({
    value,
    words: [String(value)],
    title: value === 1 ? 'One candle a second' : `${value} candles a second`,
  })),
)

const setPace = command({
  id: 'replay.pace',
  title: 'Pace of the replay',
  keywords: ['faster', 'slower', 'speed'],
  verb: 'replay pace',
  when: whileReplaying,
  effect: 'read',
  args: { pace: optional('Candles a second', pace) },
  run: ({ pace: given }, environment) => {
    const now = environment.chartReplay?.pace ?? 0
    return tell({ type: 'replay.pace', pace: given ?? nextOf(replayPaces, now) }, environment)
  },
})

const endReplay = command({
  id: 'replay.end',
  title: 'End the replay',
  verb: 'replay end',
  when: whileReplaying,
  effect: 'read',
  run: (_, environment) => tell({ type: 'replay.end' }, environment),
})

export const replayCommands = [openReplay, stepReplay, playReplay, setPace, endReplay] as const
