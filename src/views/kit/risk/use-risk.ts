import type { PositionRisk } from '../../../machines/positions/risk.ts'
import { useSnapshot } from '../console.tsx'
import { useKeptCurrent } from '../hooks/use-kept-current.ts'

export interface ShownRisk {
  readonly risk: PositionRisk | null
  readonly message: string | null
  readonly askAgain: () => void
}

export const useRisk = (isOpen: boolean): ShownRisk => {
  const askAgain = useKeptCurrent('positionRisk', isOpen ? '' : null)
  const risk = useSnapshot('positionRisk', ({ context }) => context.output)
  const message = useSnapshot('positionRisk', ({ context }) => context.message)
  return { risk: isOpen ? risk : null, message: isOpen ? message : null, askAgain }
}
