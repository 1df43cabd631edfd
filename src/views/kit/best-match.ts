import type { KeyboardEvent } from 'react'

/**
 * For the text field of a combo box: Enter takes the best match where no option has been chosen with the arrows, and
 * keeps a text that nothing matches. By itself the box would throw away what was typed.
 */
export const takingBestMatch =
  <Key>(query: string, best: Key | undefined, take: (key: Key) => void) =>
  (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || query.trim() === '') return
    if (event.currentTarget.getAttribute('aria-activedescendant')) return
    // The form around it is not to be submitted by the same key.
    event.preventDefault()
    if (best === undefined) event.stopPropagation()
    else take(best)
  }
