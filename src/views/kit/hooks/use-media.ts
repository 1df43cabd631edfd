import { useSyncExternalStore } from 'react'

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (wake) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', wake)
      return () => list.removeEventListener('change', wake)
    },
    () => window.matchMedia(query).matches,
  )
}

export const PHONE = '(max-width: 700px)'

/** A tap is then the only way to read a value, so it may not open anything. */
export const TOUCH = '(pointer: coarse)'

export const PRINT = 'print'
