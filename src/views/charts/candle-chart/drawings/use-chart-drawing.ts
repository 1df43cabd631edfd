import { useEffect, useMemo } from 'react'
import { exchangeCalendar } from '../../../../domain/calendar/calendar.ts'
import { sessionGroupOf } from '../../../../domain/calendar/session-group.ts'
import type { Drawing, DrawingPoint } from '../../../../domain/charts/drawings/drawing.ts'
import type { Interval } from '../../../../domain/charts/interval.ts'
import type { InstrumentId } from '../../../../domain/instruments/instrument.ts'
import type { ChartSlot } from '../../../../machines/charts/chart.ts'
import { useConsole, useSnapshot } from '../../../kit/console.tsx'
import { fullInstant } from '../../../kit/instants.ts'
import type { ChartDrawing, DrawingActs } from './chart-drawing.ts'

/** Rupees; an index has no tick of its own. */
const PLAIN_TICK = 0.05

const none: readonly Drawing[] = []
const noPoints: readonly DrawingPoint[] = []

interface ShownChart {
  readonly slot: ChartSlot
  readonly instrument: InstrumentId
  readonly interval: Interval
  readonly canDraw: boolean
}

export function useChartDrawing({ slot, instrument, interval, canDraw }: ShownChart): ChartDrawing {
  const { dispatch, instruments } = useConsole()
  useEffect(() => {
    dispatch({ to: 'drawings', event: { type: 'drawings.watch', slot, instrument } })
    return () => dispatch({ to: 'drawings', event: { type: 'drawings.unwatch', slot } })
  }, [dispatch, slot, instrument])
  const list = useSnapshot('drawings', ({ context }) => context.lists[instrument] ?? none)
  const areHidden = useSnapshot('drawings', ({ context }) => context.areHidden)
  const selectedId = useSnapshot('drawings', ({ context: { selected } }) =>
    selected?.instrument === instrument ? selected.id : null,
  )
  const tool = useSnapshot('drawings', ({ context }) => context.tool)
  const pending = useSnapshot('drawings', ({ context }) =>
    context.pending?.instrument === instrument ? context.pending.points : noPoints,
  )
  const isWriting = useSnapshot('drawings', (snapshot) => snapshot.matches({ hand: 'writing' }))
  const isSnapping = useSnapshot('drawings', ({ context }) => context.isSnapping)
  const style = useSnapshot('drawings', ({ context }) => context.style)
  const terms = instruments()?.find(instrument)
  const lotSize = terms?.lotSize ?? 1
  const given = useMemo(() => {
    const grid = { interval, calendar: exchangeCalendar, group: sessionGroupOf(instrument) }
    const items = areHidden ? none : list.filter(({ isHidden }) => !isHidden)
    return { items, selected: canDraw ? selectedId : null, grid, lotSize, timeInWords: fullInstant }
  }, [list, areHidden, selectedId, canDraw, interval, instrument, lotSize])
  const acts = useMemo(
    (): DrawingActs => ({
      point: (point) => dispatch({ to: 'drawings', event: { type: 'drawing.point', instrument, point } }),
      stroke: (points) => dispatch({ to: 'drawings', event: { type: 'drawing.stroke', instrument, points } }),
      back: () => dispatch({ to: 'drawings', event: { type: 'drawing.back' } }),
      finish: () => dispatch({ to: 'drawings', event: { type: 'drawing.finish' } }),
      select: (id) =>
        dispatch({
          to: 'drawings',
          event: { type: 'drawing.select', selected: id === null ? null : { instrument, id } },
        }),
      move: (id, points) =>
        dispatch({ to: 'drawings', event: { type: 'drawing.move', of: { instrument, id }, points } }),
      write: (text) => dispatch({ to: 'drawings', event: { type: 'drawing.write', text } }),
      cancel: () => dispatch({ to: 'drawings', event: { type: 'drawing.cancel' } }),
    }),
    [dispatch, instrument],
  )
  return {
    given,
    tool: canDraw ? tool : null,
    pending,
    selected: given.items.find(({ id }) => id === given.selected) ?? null,
    isWriting,
    isSnapping,
    style,
    tickSize: terms?.tickSize || PLAIN_TICK,
    acts: canDraw ? acts : null,
  }
}
