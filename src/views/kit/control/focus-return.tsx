import { useLayoutEffect, useState } from 'react'

/** Before the next key is read: react-aria returns it frames later, out of a dialog that a fast key has opened. */
export function FocusReturn() {
  const [from] = useState(() => document.activeElement)
  useLayoutEffect(
    () => () =>
      queueMicrotask(() => {
        if (document.activeElement === document.body && from instanceof HTMLElement)
          from.focus({ preventScroll: true })
      }),
    [from],
  )
  return null
}
