import { type ChartSlot, chartSlots, reachedBy } from '../../domain/charts/layout.ts'
import type { ChartReplay, ReplayEvent } from '../../machines/charts/chart.ts'
import type { Undo } from '../area.ts'
import type { Deps } from '../deps.ts'

interface LinkedCharts {
  readonly actors: Pick<Deps['actors'], 'charts' | 'chartLayout'>
}

const eventOf = (leader: ChartReplay | null): ReplayEvent =>
  leader === null ? { type: 'replay.end' } : { type: 'replay.follow', until: leader.until }

const beginsToPlay = (before: ChartReplay | null, now: ChartReplay | null): boolean =>
  now?.isPlaying === true && before?.isPlaying !== true

/** Charts whose time range is linked replay together, led by the one that was stepped or played last. */
export const linkReplays = ({ actors: { charts, chartLayout } }: LinkedCharts): Undo => {
  const replayIn = (slot: ChartSlot) => charts.getSnapshot().context.charts[slot].replay
  const replays = () => new Map(chartSlots.map((slot) => [slot, replayIn(slot)]))
  let before = replays()
  const { unsubscribe } = charts.subscribe(() => {
    const last = before
    before = replays()
    const leading = chartSlots.find((slot) => {
      const [was, is] = [last.get(slot) ?? null, replayIn(slot)]
      return was?.until !== is?.until || beginsToPlay(was, is)
    })
    if (leading === undefined) return
    const leader = replayIn(leading)
    for (const slot of reachedBy('range', leading, chartLayout.getSnapshot().context)) {
      const other = replayIn(slot)
      // One that plays itself pauses where another begins to.
      const isApart =
        other?.until !== leader?.until || (leader?.isPlaying === true && other?.isPlaying === true)
      if (slot !== leading && isApart) charts.send({ type: 'chart.replay', slot, event: eventOf(leader) })
    }
  })
  return unsubscribe
}
