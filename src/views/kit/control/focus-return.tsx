import { useLayoutEffect, useState } from 'react'

/**
 * Returns the focus from a dialog to where it was before the next key is read. React-aria returns it some
 * frames later, and a table later still: out of a dialog that a fast key has opened by then.
 */
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
