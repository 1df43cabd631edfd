import { type RefObject, useEffect } from 'react'
import { useSnapshot } from '../../../kit/console.tsx'

/** A line opened this: the palette keeps the focus while it is open, and gives it back a frame after it has closed. */
export function useFocusAfterPalette(frame: RefObject<HTMLElement | null>): void {
  const isOpen = useSnapshot('palette', (palette) => !palette.matches('closed'))
  useEffect(() => {
    if (isOpen) return
    let request = requestAnimationFrame(() => {
      request = requestAnimationFrame(() => {
        const box = frame.current
        if (box?.contains(document.activeElement) === false)
          box.querySelector<HTMLElement>('[data-accent]')?.focus()
      })
    })
    return () => cancelAnimationFrame(request)
  }, [frame, isOpen])
}
