import { useEffect, useReducer, useRef } from 'react'

/**
 * For values that need not agree over the page, such as prices. With `useSyncExternalStore` a slow render in slices, such as
 * that of a new option chain, is done again in one block whenever a price moved meanwhile.
 */
export function useWatched<Value>(watch: (wake: () => void) => () => void, read: () => Value): Value {
  const [, renderAgain] = useReducer((count: number) => count + 1, 0)
  const value = read()
  const drawn = useRef({ read, value })
  useEffect(() => {
    drawn.current = { read, value }
  })
  useEffect(() => {
    const wake = () => {
      if (!Object.is(drawn.current.read(), drawn.current.value)) renderAgain()
    }
    const stop = watch(wake)
    wake()
    return stop
  }, [watch])
  return value
}
