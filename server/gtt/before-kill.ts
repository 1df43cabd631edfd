import type { Alerts } from '../alerts/alerts.ts'
import type { Automation } from '../automation/automation.ts'
import type { UserId } from '../user.ts'
import type { Gtts } from './gtts.ts'

/** Null until it was created. */
export interface RunsByItself {
  automation: Automation | null
  gtts: Pick<Gtts, 'cancelAll'> | null
  alerts: Pick<Alerts, 'stopOrders'> | null
}

/** GTT orders, deployments and alerts send orders by themselves. If one of them cannot be stopped, the others are all the same. */
export const stopBeforeKill = async (
  { automation, gtts, alerts }: RunsByItself,
  owner: UserId,
): Promise<void> => {
  const stopped = await Promise.allSettled([
    gtts?.cancelAll(owner, 'kill switch'),
    automation?.stopAll(owner, 'kill switch'),
    alerts?.stopOrders(owner, 'kill switch'),
  ])
  for (const one of stopped) if (one.status === 'rejected') throw one.reason
}
