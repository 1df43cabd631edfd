import { getCount } from '../contract/accounts.ts'
import type { NotificationCount } from './auth.ts'
import { createRequestMachine } from './request.ts'

/** Asked again whenever a notification arrived; what stands in `auth` is from the beginning of the session. */
export const notificationCountMachine = createRequestMachine<null, NotificationCount>({
  id: 'notificationCount',
  failure: getCount.failure,
  isQuiet: true,
})
