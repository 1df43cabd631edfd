import type { Clock } from '../ports.ts'
import { CALLERS_COUNTED, type CallLimits } from './limits.ts'

interface Window {
  readonly endsAt: number
  count: number
}

/** Refused handshakes of an address, counted as calls of strangers are. At the bound the oldest is forgotten. */
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
    /** Which refusal of its window this is, and whether it is beyond what an address may have. */
    add(address: string): { readonly isBeyond: boolean; readonly isFirstBeyond: boolean } {
      const known = windows.get(address)
      const window = known === undefined || clock.now() >= known.endsAt ? open(address) : known
      window.count += 1
      return { isBeyond: window.count > perAddress, isFirstBeyond: window.count === perAddress + 1 }
    },
  }
}
