import { useEffect, useState } from 'react'
import type { ChartContext } from '../../../../machines/charts/chart.ts'
import { useSnapshot } from '../../../kit/console.tsx'
import type { ScenePainter } from '../paint.ts'

/** Its dates and rules are loaded once they are shown. */
export function useDaysPainter({
  instrument,
  interval,
  candles,
  look: { levels },
}: Pick<ChartContext, 'instrument' | 'interval' | 'candles' | 'look'>): ScenePainter | null {
  const index = useSnapshot('instruments', ({ context }) => context.index)
  const [painter, setPainter] = useState<{ readonly paint: ScenePainter | null }>({ paint: null })
  const isShown = levels.includes('expiries') || levels.includes('holidays')
  useEffect(() => {
    if (!isShown || index === null || candles === null) {
      setPainter((before) => (before.paint === null ? before : { paint: null }))
      return
    }
    let isCurrent = true
    const { time } = candles
    void import('./days-painter.ts').then(({ daysPainter }) => {
      if (isCurrent) setPainter({ paint: daysPainter({ time, instrument, interval, index, levels }) })
    })
    return () => {
      isCurrent = false
    }
  }, [isShown, index, candles, instrument, interval, levels])
  return painter.paint
}
