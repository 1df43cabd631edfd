import { useCallback, useEffect, useRef } from 'react'
import { type ExternalToast, Toaster, toast, useSonner } from 'sonner'
import 'sonner/dist/styles.css'
import type { Notice } from '../../machines/notices.ts'
import { useConsole, useSnapshot, type ViewConsole } from '../kit/console.tsx'
import { openPath } from '../kit/open-path.ts'
import styles from './toasts.module.css'

const UNDO_MS = 5000
const SNACKBAR_MS = 3000
const NOTIFICATION_MS = 4000
/** Time to read several lines and to reach them by keyboard. */
const LONG_MS = 20_000
/** Hovering extends a toast by at most this much. */
export const HOVERED_MS = 5000

interface ToastsProps {
  /** Returns the notices of before this mounted; none on the second call. */
  readonly takeEarly: () => readonly Notice[]
}

/** In the band of the status bar, where toasts cover no control. Alt+T focuses and holds them. */
export function Toasts({ takeEarly }: ToastsProps) {
  const console = useConsole()
  const { notices } = console
  const theme = useSnapshot('preferences', (preferences) => preferences.context.theme)
  const keeps = useSnapshot('preferences', (preferences) => preferences.context.keepsToasts)
  const take = useRef(takeEarly)
  const bound = useHoverBound()
  useMarkWhileShown()
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
    // The library's swipe threshold (45 px or a velocity of 0.11) matches the specification.
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

/** `body:has(…)` would say the same, but have the style of the whole page computed at every change of any text. */
function useMarkWhileShown() {
  const isAnyShown = useSonner().toasts.length > 0
  useEffect(() => {
    document.body.toggleAttribute('data-has-toasts', isAnyShown)
    return () => document.body.removeAttribute('data-has-toasts')
  }, [isAnyShown])
}

/** Focus and a hidden page still hold a toast without limit. */
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
  notice: Notice,
  { run, undo }: Pick<ViewConsole, 'run' | 'undo'>,
  duration: number,
): ExternalToast => ({
  ...(notice.id === undefined ? {} : { id: notice.id }),
  duration,
  // The text is cut to one line.
  ...(notice.detail === undefined ? {} : { description: <span title={notice.detail}>{notice.detail}</span> }),
  ...(notice.undo === undefined ? {} : { action: { label: 'Undo', onClick: () => undo(notice) } }),
  ...pathOf(notice, run),
})

const pathOf = ({ path }: Notice, run: ViewConsole['run']): ExternalToast =>
  path === undefined ? {} : { action: { label: 'View', onClick: () => run(openPath(path)) } }

const durationOf = ({ undo, isLong, isNotification }: Notice, stays: boolean): number => {
  if (undo !== undefined) return UNDO_MS
  if (stays) return Number.POSITIVE_INFINITY
  if (isLong) return LONG_MS
  return isNotification ? NOTIFICATION_MS : SNACKBAR_MS
}
