import { useMemo } from 'react'
import type { OptionChain } from '../../../machines/options/option-chain.ts'
import { useSnapshot } from '../../kit/console.tsx'

/** Open lots by contract, of all products together, below 0 sold. */
export function useHeldLots({ lotSize }: OptionChain): ReadonlyMap<string, number> {
  const net = useSnapshot('positions', ({ context }) => context.output?.net ?? null)
  return useMemo(() => {
    const held = new Map<string, number>()
    for (const { sym, quantity } of net ?? []) {
      if (quantity !== 0) held.set(sym, (held.get(sym) ?? 0) + quantity / Math.max(1, lotSize))
    }
    return held
  }, [net, lotSize])
}
