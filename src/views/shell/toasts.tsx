import { useEffect } from 'react'
import { Toaster, toast } from 'sonner'
import 'sonner/dist/styles.css'
import { useConsole, useSnapshot } from '../kit/console.tsx'
import styles from './toasts.module.css'

/** How long what was done can be taken back. */
const UNDO_MS = 5000

/** What machines want told, top right, three at most in sight. */
export function Toasts() {
  const { notices, dispatch } = useConsole()
  const theme = useSnapshot('preferences', (preferences) => preferences.context.theme)
  useEffect(
    () =>
      notices.watch(({ kind, text, undo, path }) => {
        if (undo !== undefined)
          toast[kind](text, { duration: UNDO_MS, action: { label: 'Undo', onClick: () => dispatch(undo) } })
        else if (path !== undefined) {
          const view = { to: 'navigation', event: { type: 'view.open', path } } as const
          toast[kind](text, { action: { label: 'View', onClick: () => dispatch(view) } })
        } else toast[kind](text)
      }),
    [notices, dispatch],
  )
  return (
    <Toaster
      position="top-right"
      visibleToasts={3}
      closeButton
      className={styles.toaster ?? ''}
      theme={theme}
      offset={{ top: 54, right: 12 }}
      mobileOffset={{ top: 56 }}
      toastOptions={{ className: styles.toast ?? '' }}
    />
  )
}
