import type { Clock } from '../../ports.ts'
import { CALLERS_COUNTED, type CallLimits } from './body-limits.ts'

interface Window {
  readonly endsAt: number
  count: number
}

export const createRefusedKnocks = (
  clock: Clock,
  { windowMs, perAddress }: Pick<CallLimits, 'windowMs' | 'perAddress'>,
) => {
  const windows = new Map<string, Window>()

  const open = (address: string): Window => {
    windows.delete(address)
    const [oldest] = windows.size >= CALLERS_COUNTED ? windows.keys() : []
    if (oldest !== undefined) windows.delete(oldest)
    const window = { endsAt: clock.now() + windowMs, count: 0 }
    windows.set(address, window)
    return window
  }

  return {
    add(address: string): { readonly isBeyond: boolean; readonly isFirstBeyond: boolean } {
      const known = windows.get(address)
      const window = known === undefined || clock.now() >= known.endsAt ? open(address) : known
      window.count += 1
      return { isBeyond: window.count > perAddress, isFirstBeyond: window.count === perAddress + 1 }
    },
  }
}
