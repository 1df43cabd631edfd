import { type RefObject, useEffect } from 'react'
import type { ChartSlot } from '../../../../machines/charts/chart.ts'
import { useConsole, useSnapshot } from '../../../kit/console.tsx'
import { useMarketTimeOf } from '../../../kit/hooks/use-market-time.ts'
import { fullInstant } from '../../../kit/instants.ts'

interface PictureProps {
  readonly frame: RefObject<HTMLElement | null>
  readonly slot: ChartSlot
  readonly label: string
}

/** Shows nothing, and answers when its chart is to be pictured. */
export function Picture({ frame, slot, label }: PictureProps): null {
  const { dispatch, now } = useConsole()
  const marketTimeOf = useMarketTimeOf()
  const isAsked = useSnapshot('chartPicture', ({ context }) => context.slot === slot)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a picture is taken once, however the clock runs
  useEffect(() => {
    const box = frame.current
    if (!isAsked || box === null) return
    let isOver = false
    const words = { title: label, aside: `${fullInstant(marketTimeOf(now()))} IST · sauda` }
    import('./take-picture.ts')
      .then(({ takePicture }) => takePicture(box, words))
      .then(
        (how) => isOver || dispatch({ to: 'chartPicture', event: { type: 'picture.taken', how } }),
        () => isOver || dispatch({ to: 'chartPicture', event: { type: 'picture.failed' } }),
      )
    return () => {
      isOver = true
    }
  }, [isAsked, frame, label, dispatch])
  return null
}
