import { type ReactNode, useDeferredValue } from 'react'

/** What takes long to draw comes once the rest of the screen is there, and in pieces that let keys through. */
export function Later({ children }: { readonly children: ReactNode }) {
  const isTime = useDeferredValue(true, false)
  return isTime && children
}
