import { useCallback, useEffect, useState } from 'react'
import { formatNumber } from '../../../domain/format.ts'
import type { InstrumentId } from '../../../domain/instruments/instrument.ts'
import type { OptionChain } from '../../../machines/options/option-chain.ts'
import { useConsole } from '../console.tsx'
import { useLastPrice } from '../hooks/use-quote.ts'
import styles from './chain-grid.module.css'

/** Pixels. */
export const SPOT_HEIGHT = 20

const strikesBelow = ({ strikes }: OptionChain, spot: number): number => {
  const index = strikes.findIndex(({ strike }) => strike >= spot)
  return index < 0 ? strikes.length : index
}

/** How many strikes are below the spot, by the live price or that of the chain; a render only where it changes. */
export function useStrikesBelow(chain: OptionChain, isLive: boolean): number {
  const { quotes } = useConsole()
  const count = useCallback(
    () => strikesBelow(chain, (isLive ? quotes.lastPrice(underlyingOf(chain)) : null) ?? chain.spot),
    [chain, isLive, quotes],
  )
  const [, setCounted] = useState(0)
  useEffect(
    () => (isLive ? quotes.watch(underlyingOf(chain), () => setCounted(count())) : undefined),
    [isLive, quotes, chain, count],
  )
  return count()
}

const underlyingOf = ({ underlying }: OptionChain) => underlying as InstrumentId

export function SpotLine({ chain, top }: { readonly chain: OptionChain; readonly top: number }) {
  const lastPrice = useLastPrice(underlyingOf(chain))
  return (
    <div className={styles.spot} style={{ top, height: SPOT_HEIGHT }} aria-hidden="true">
      <span>{formatNumber(lastPrice ?? chain.spot)}</span>
    </div>
  )
}
