import { type ChartPlace, chartPlaces, reachedBy } from '../../domain/charts/layout.ts'
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
  const replayIn = (place: ChartPlace) => charts.getSnapshot().context.charts[place].replay
  const replays = () => new Map(chartPlaces.map((place) => [place, replayIn(place)]))
  let before = replays()
  const { unsubscribe } = charts.subscribe(() => {
    const last = before
    before = replays()
    const leading = chartPlaces.find((place) => {
      const [was, is] = [last.get(place) ?? null, replayIn(place)]
      return was?.until !== is?.until || beginsToPlay(was, is)
    })
    if (leading === undefined) return
    const leader = replayIn(leading)
    for (const place of reachedBy('range', leading, chartLayout.getSnapshot().context)) {
      const other = replayIn(place)
      // One that plays itself pauses where another begins to.
      const isApart =
        other?.until !== leader?.until || (leader?.isPlaying === true && other?.isPlaying === true)
      if (place !== leading && isApart) charts.send({ type: 'chart.replay', place, event: eventOf(leader) })
    }
  })
  return unsubscribe
}
