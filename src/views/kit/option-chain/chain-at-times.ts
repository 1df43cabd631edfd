import { useEffect, useState } from 'react'
import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import type { IstDate } from '../../../domain/time.ts'
import type { OptionChain } from '../../../machines/options/option-chain.ts'
import { useChain } from './use-chain.ts'

const EVERY_MS = 30_000

/** A chain that is only compared with: it is read as seldom as that, because reading one is most of what a screen does. */
export function useChainAtTimes(underlying: InstrumentId, expiry: IstDate | null): OptionChain | null {
  const [kept, setKept] = useState<OptionChain | null>(null)
  const [isDue, setDue] = useState(true)
  const isOfThis = kept !== null && kept.underlying === underlying && kept.expiry === expiry
  const { chain } = useChain(isOfThis && !isDue ? null : underlying, expiry)
  useEffect(() => {
    if (chain === null) return
    setKept(chain)
    setDue(false)
  }, [chain])
  useEffect(() => {
    if (isDue) return
    const timer = setTimeout(() => setDue(true), EVERY_MS)
    return () => clearTimeout(timer)
  }, [isDue])
  return isOfThis ? kept : chain
}
