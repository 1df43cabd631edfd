import type { NotificationCount } from '../../machines/session/auth.ts'
import { useSnapshot } from '../kit/console.tsx'

/** The server's last count, first sent at sign-in; null until then. */
export function useCounted(): NotificationCount | null {
  const first = useSnapshot('auth', ({ context }) => context.notificationCount)
  const newest = useSnapshot('notificationCount', ({ context }) => context.output)
  return newest ?? first
}
