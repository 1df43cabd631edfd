import { useSyncExternalStore } from 'react'

/** Whether a media query holds now; follows it. */
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

/** A phone held upright: tables become two-line rows, the rail becomes a bar. */
export const PHONE = '(max-width: 700px)'

/** The page is being laid out for paper. */
export const PRINT = 'print'
