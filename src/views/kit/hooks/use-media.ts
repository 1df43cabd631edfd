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

export const PRINT = 'print'
