import { useCallback, useDeferredValue, useEffect } from 'react'
import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import type { IstDate } from '../../../domain/time.ts'
import type { OptionChain } from '../../../machines/options/option-chain.ts'
import { useConsole, useSnapshot } from '../console.tsx'

export interface ShownChain {
  readonly chain: OptionChain | null
  readonly message: string | null
  readonly retry: () => void
}

/** No chain while either is null. */
export function useChain(underlying: InstrumentId | null, expiry: IstDate | null): ShownChain {
  const { dispatch } = useConsole()
  const key = underlying === null || expiry === null ? null : `${underlying}:${expiry}`
  useEffect(() => {
    if (key === null) return
    dispatch({ to: 'optionChains', event: { type: 'chain.watch', key } })
    return () => dispatch({ to: 'optionChains', event: { type: 'chain.unwatch', key } })
  }, [dispatch, key])
  const latest = useSnapshot('optionChains', ({ context }) => context.chains[key ?? '']?.chain ?? null)
  // Hundreds of cells and all charts change with each answer: rendered in slices, between frames.
  const deferred = useDeferredValue(latest)
  const chain = deferred?.key === latest?.key ? deferred : latest
  const message = useSnapshot('optionChains', ({ context }) => context.chains[key ?? '']?.message ?? null)
  const retry = useCallback(() => {
    if (key !== null) dispatch({ to: 'optionChains', event: { type: 'chain.retry', key } })
  }, [dispatch, key])
  return { chain, message, retry }
}
