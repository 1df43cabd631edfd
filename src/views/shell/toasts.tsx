import { useCallback, useEffect, useRef } from 'react'
import { type ExternalToast, Toaster, toast } from 'sonner'
import 'sonner/dist/styles.css'
import type { Notice } from '../../machines/notices.ts'
import { useConsole, useSnapshot, type ViewConsole } from '../kit/console.tsx'
import styles from './toasts.module.css'

/** How long what was done can be taken back. */
const UNDO_MS = 5000
const SNACKBAR_MS = 3000
const NOTIFICATION_MS = 4000
/** Long enough to read several lines and to come to them with the keyboard. */
const LONG_MS = 20_000
/** A pointer that rests on a toast holds it this much longer than its time, and no more. */
export const HOVERED_MS = 5000

interface ToastsProps {
  /** What was told before this could listen; nothing the second time. */
  readonly takeEarly: () => readonly Notice[]
}

/**
 * What machines want told, three at most in a row in the band of the status bar, where nothing can be pressed.
 * Alt+T goes to them and holds them; a toast that is focused shows the whole of its text.
 */
export function Toasts({ takeEarly }: ToastsProps) {
  const console = useConsole()
  const { notices } = console
  const theme = useSnapshot('preferences', (preferences) => preferences.context.theme)
  const keeps = useSnapshot('preferences', (preferences) => preferences.context.keepsToasts)
  const take = useRef(takeEarly)
  const bound = useHoverBound()
  useEffect(() => {
    const show = (notice: Notice) => {
      for (const id of notice.replaces ?? []) toast.dismiss(id)
      const duration = durationOf(notice, keeps)
      bound(toast[notice.kind](notice.text, optionsOf(notice, console, duration)), duration)
    }
    take.current().forEach(show)
    return notices.watch(show)
  }, [notices, console, keeps, bound])
  return (
    // Swipe at 45 px or 0.11 is the library's own figure; the specification's is the same.
    <Toaster
      position="bottom-right"
      visibleToasts={3}
      expand
      gap={14}
      hotkey={['altKey', 'KeyT']}
      closeButton
      className={styles.toaster ?? ''}
      theme={theme}
      duration={SNACKBAR_MS}
      containerAriaLabel="Messages"
      toastOptions={{ className: styles.toast ?? '' }}
    />
  )
}

/**
 * Dismisses a toast that hovering holds beyond `HOVERED_MS`. Focus among the toasts and a hidden page
 * hold it for as long as they last.
 */
function useHoverBound() {
  const timers = useRef(new Map<string | number, ReturnType<typeof setTimeout>>())
  useEffect(() => {
    const { current } = timers
    return () => {
      for (const timer of current.values()) clearTimeout(timer)
    }
  }, [])
  return useCallback((id: string | number, duration: number) => {
    const { current } = timers
    const wait = (ms: number): void => {
      clearTimeout(current.get(id))
      current.delete(id)
      if (Number.isFinite(ms)) current.set(id, setTimeout(end, ms))
    }
    const end = (): void => {
      const isHeld = document.hidden || document.activeElement?.closest('[data-sonner-toaster]') != null
      wait(isHeld ? HOVERED_MS : Number.POSITIVE_INFINITY)
      if (!isHeld) toast.dismiss(id)
    }
    wait(duration + HOVERED_MS)
  }, [])
}

const optionsOf = (
  { id, undo, path, detail }: Notice,
  { dispatch }: Pick<ViewConsole, 'dispatch'>,
  duration: number,
): ExternalToast => ({
  ...(id === undefined ? {} : { id }),
  duration,
  // One line has no room for all of it: the pointer is told the whole.
  ...(detail === undefined ? {} : { description: <span title={detail}>{detail}</span> }),
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

const durationOf = ({ undo, isLong, isNotification }: Notice, stays: boolean): number => {
  if (undo !== undefined) return UNDO_MS
  if (stays) return Number.POSITIVE_INFINITY
  if (isLong) return LONG_MS
  return isNotification ? NOTIFICATION_MS : SNACKBAR_MS
}
