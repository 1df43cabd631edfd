import { type EventObject, fromCallback } from 'xstate'
import type { Platform } from '../platform/platform.ts'

/** The present state is sent first. */
export const pageVisibility = ({ watchVisibility }: Pick<Platform, 'watchVisibility'>) =>
  fromCallback<EventObject, undefined>(({ sendBack }) =>
    watchVisibility({
      shown: () => sendBack({ type: 'page.shown' }),
      hidden: () => sendBack({ type: 'page.hidden' }),
    }),
  )
