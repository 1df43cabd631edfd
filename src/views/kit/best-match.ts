import type { KeyboardEvent } from 'react'

/** Enter takes the best match or keeps the text; by itself a combo box discards what was typed. */
export const takingBestMatch =
  <Key>(query: string, best: Key | undefined, take: (key: Key) => void) =>
  (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || query.trim() === '') return
    if (event.currentTarget.getAttribute('aria-activedescendant')) return
    // The same key must not submit the form.
    event.preventDefault()
    if (best === undefined) event.stopPropagation()
    else take(best)
  }
