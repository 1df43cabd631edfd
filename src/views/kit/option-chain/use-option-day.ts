import type { OptionDay } from '../../../machines/options/option-day.ts'
import { useSnapshot } from '../console.tsx'
import { useKeptCurrent } from '../hooks/use-kept-current.ts'

export interface ShownDay {
  readonly day: OptionDay | null
  readonly message: string | null
  readonly askAgain: () => void
}

/** `key` such as `INDICES_NIFTY 50:2026-12-01`; null while there is none. */
export function useOptionDay(key: string | null): ShownDay {
  const askAgain = useKeptCurrent('optionDay', key)
  const day = useSnapshot('optionDay', ({ context }) => (context.key === key ? context.output : null))
  const message = useSnapshot('optionDay', ({ context }) => (context.key === key ? context.message : null))
  return { day, message, askAgain }
}
