import { instrumentsAtStart } from './instruments/at-start.ts'
import { notificationsAtStart } from './notifications/at-start.ts'
import { ordersAtStart } from './orders/at-start.ts'
import { quotesAtStart } from './quotes/at-start.ts'
import { session } from './session/area.ts'
import { shellAtStart } from './shell/at-start.ts'
import { shortcutsAtStart } from './shortcuts/at-start.ts'

/** Needed by the sign-in screen and the first paint. `session` is last because it signs out at `LOGOUT_PATH`. */
export const atStart = [
  shellAtStart,
  shortcutsAtStart,
  ordersAtStart,
  instrumentsAtStart,
  quotesAtStart,
  notificationsAtStart,
  session,
] as const
