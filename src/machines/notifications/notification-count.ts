import { getCount } from '../../contract/session.ts'
import { createRequestMachine } from '../request.ts'
import type { NotificationCount } from '../session/auth.ts'

declare module '../requests.ts' {
  interface Machines {
    readonly notificationCount: typeof notificationCountMachine
  }
}

/** Reloaded with every notification; the count in `auth` is from the sign-in. */
export const notificationCountMachine = createRequestMachine<null, NotificationCount>({
  id: 'notificationCount',
  failure: getCount.failure,
  isQuiet: true,
})
