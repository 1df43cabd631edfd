import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type ChangeOf, type MapMember, percentOf } from '../../../domain/analysis/market-map.ts'
import { useConsole } from '../../kit/console.tsx'

const REPAINT_MS = 1_000

export interface LiveChanges {
  /** Percent from the close before, at the price of the last repaint. */
  readonly changeOf: ChangeOf
  readonly priceOf: (member: MapMember) => number
  readonly version: number
}

/** Subscribes to every member, and repaints once a second at most, however many prices move. */
export function useLiveChanges(members: readonly MapMember[]): LiveChanges {
  const { quotes } = useConsole()
  const [version, setVersion] = useState(0)
  const isDirty = useRef(false)
  // The members of a universe are the same objects only until the next answer.
  const ids = members.map(({ segSym }) => segSym).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids stand for the members
  useEffect(() => {
    const wake = () => {
      isDirty.current = true
    }
    const unwatch = members.map(({ segSym }) => quotes.watch(segSym, wake))
    const timer = setInterval(() => {
      if (!isDirty.current) return
      isDirty.current = false
      setVersion((before) => before + 1)
    }, REPAINT_MS)
    return () => {
      clearInterval(timer)
      for (const stop of unwatch) stop()
    }
  }, [quotes, ids])
  const priceOf = useCallback(
    ({ segSym, lastPrice }: MapMember) => quotes.lastPrice(segSym) ?? lastPrice,
    [quotes],
  )
  return useMemo(
    () => ({ priceOf, changeOf: (member) => percentOf(priceOf(member), member.prevClose), version }),
    [priceOf, version],
  )
}
