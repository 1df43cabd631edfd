import type { NotificationCount } from '../../machines/auth.ts'
import { useSnapshot } from '../kit/console.tsx'

/** Unread notifications as the server counted them last: since signing in, or at it. Null until then. */
export function useCounted(): NotificationCount | null {
  const first = useSnapshot('auth', ({ context }) => context.notificationCount)
  const newest = useSnapshot('notificationCount', ({ context }) => context.output)
  return newest ?? first
}
