import { logicsOf } from '../../../domain/strategies/rules-of-strategy.ts'
import { useSnapshot } from '../../kit/console.tsx'

const none = [] as const

/** Readings of an earlier rule would be shown beside the wrong rows. */
export function useReadings(rule: 'entry' | 'exit', logic: string) {
  return useSnapshot('rulePreview', ({ context: { preview } }) => {
    if (preview === null) return none
    return logicsOf(preview.strategy, preview.instrument)[rule] === logic ? preview[rule] : none
  })
}
