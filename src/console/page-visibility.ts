import { type EventObject, fromCallback } from 'xstate'
import type { Platform } from '../platform/platform.ts'

/** Tells its machine `page.shown` and `page.hidden`, the present state first. */
export const pageVisibility = ({ watchVisibility }: Pick<Platform, 'watchVisibility'>) =>
  fromCallback<EventObject, undefined>(({ sendBack }) =>
    watchVisibility({
      shown: () => sendBack({ type: 'page.shown' }),
      hidden: () => sendBack({ type: 'page.hidden' }),
    }),
  )
