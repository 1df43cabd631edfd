import { useEffect, useRef } from 'react'
import { type ExternalToast, Toaster, toast } from 'sonner'
import 'sonner/dist/styles.css'
import type { Notice } from '../../machines/notices.ts'
import { useConsole, useSnapshot, type ViewConsole } from '../kit/console.tsx'
import styles from './toasts.module.css'

/** How long what was done can be taken back. */
const UNDO_MS = 5000
/** It lies over the buttons of a screen: nothing said there stays, and what went wrong is said on the screen too. */
const SNACKBAR_MS = 3000
const NOTIFICATION_MS = 4000
/** Long enough to read several lines and to come to them with the keyboard. */
const LONG_MS = 20_000

/** Of the notifications; those of the console itself have no name. */
const NOTIFICATIONS = 'notifications'

interface ToastsProps {
  /** What was told before this could listen; nothing the second time. */
  readonly takeEarly: () => readonly Notice[]
}

/**
 * What machines want told: the console's own words top right, notifications bottom right, three of each in sight.
 * Alt+T goes to them; hovering or focusing one stops its time.
 */
export function Toasts({ takeEarly }: ToastsProps) {
  const console = useConsole()
  const { notices } = console
  const theme = useSnapshot('preferences', (preferences) => preferences.context.theme)
  const keeps = useSnapshot('preferences', (preferences) => preferences.context.keepsToasts)
  const take = useRef(takeEarly)
  useEffect(() => {
    const show = (notice: Notice) => {
      for (const id of notice.replaces ?? []) toast.dismiss(id)
      toast[notice.kind](notice.text, optionsOf(notice, console, keeps))
    }
    take.current().forEach(show)
    return notices.watch(show)
  }, [notices, console, keeps])
  return (
    <>
      <Toaster
        position="top-right"
        visibleToasts={3}
        closeButton
        className={styles.toaster ?? ''}
        theme={theme}
        duration={SNACKBAR_MS}
        offset={{ top: 54, right: 12 }}
        mobileOffset={{ top: 56 }}
        containerAriaLabel="Messages"
        toastOptions={{ className: styles.toast ?? '' }}
      />
      {/* Width 356, swipe at 45 px or 0.11 and the gap are the library's own figures; the specification's are the same. */}
      <Toaster
        id={NOTIFICATIONS}
        position="bottom-right"
        visibleToasts={3}
        gap={14}
        hotkey={['altKey', 'KeyT']}
        closeButton
        className={styles.toaster ?? ''}
        theme={theme}
        duration={NOTIFICATION_MS}
        offset={{ bottom: 34, right: 12 }}
        mobileOffset={{ bottom: 64 }}
        containerAriaLabel="New notifications"
        toastOptions={{ className: styles.toast ?? '' }}
      />
    </>
  )
}

const optionsOf = (
  { id, undo, path, detail, isNotification, isLong }: Notice,
  { dispatch }: Pick<ViewConsole, 'dispatch'>,
  keeps: boolean,
): ExternalToast => ({
  ...(id === undefined ? {} : { id }),
  ...(isNotification ? { toasterId: NOTIFICATIONS } : {}),
  ...(detail === undefined ? {} : { description: detail }),
  ...durationOf({ stays: keeps, canUndo: undo !== undefined, isLong: isLong === true }),
  ...(undo === undefined ? {} : { action: { label: 'Undo', onClick: () => dispatch(undo) } }),
  ...(path === undefined
    ? {}
    : {
        action: {
          label: 'View',
          onClick: () => dispatch({ to: 'navigation', event: { type: 'view.open', path } }),
        },
      }),
})

const durationOf = (of: {
  readonly stays: boolean
  readonly canUndo: boolean
  readonly isLong: boolean
}): ExternalToast => {
  if (of.canUndo) return { duration: UNDO_MS }
  if (of.stays) return { duration: Number.POSITIVE_INFINITY }
  return of.isLong ? { duration: LONG_MS } : {}
}
