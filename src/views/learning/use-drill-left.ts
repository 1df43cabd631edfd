import type { DrillRun } from '../../domain/learning/drills/drill.ts'
import { useMarketTime } from '../kit/hooks/use-market-time.ts'
import { useNow } from '../kit/hooks/use-now.ts'

const SECOND_MS = 1_000

const inWords = (ms: number): string => {
  const seconds = Math.max(0, Math.ceil(ms / SECOND_MS))
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60]
  if (minutes === 0) return `${rest} s`
  return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`
}

/** `42 s left`, `begins in 1 min 20 s`. */
export const useDrillLeft = ({ kind, endsAt, marketFrom, marketTo }: DrillRun): string => {
  const now = useNow(SECOND_MS)
  const market = useMarketTime(SECOND_MS)
  if (kind === 'session') return 'until you sign in again'
  if (endsAt !== null) return `${inWords(endsAt - now)} left`
  return market < marketFrom
    ? `begins in ${inWords(marketFrom - market)}`
    : `${inWords(marketTo - market)} left`
}
