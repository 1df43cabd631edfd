import type * as z from 'zod/mini'
import type { DeploymentUpdate } from '../../contract/deployments.ts'
import type { OrderRow } from '../../contract/orders/order-book-row.ts'
import type { FromWire } from '../../contract/wire.ts'
import type { Arrived, NotificationItem } from './notice-list.ts'

export type OrderOfUpdate = FromWire<z.infer<typeof OrderRow>>

export type DeploymentChange = FromWire<z.infer<typeof DeploymentUpdate>>

/** `crowded`: refused, as too many windows of the user hold a stream. */
export type StreamState = 'open' | 'reconnecting' | 'crowded' | 'gaveUp'

export type TabMessage =
  | ({ readonly type: 'tabs.notices' } & Arrived)
  | { readonly type: 'tabs.order'; readonly order: OrderOfUpdate }
  | { readonly type: 'tabs.positions'; readonly syms: readonly string[] }
  | { readonly type: 'tabs.calendar' }
  | { readonly type: 'tabs.deployments'; readonly change: DeploymentChange }
  | { readonly type: 'tabs.marked'; readonly notices: readonly string[] | null }
  | { readonly type: 'tabs.told'; readonly uuids: readonly string[] }
  | { readonly type: 'tabs.stream'; readonly state: StreamState }
  | { readonly type: 'tabs.retry' }

export type StreamEvent =
  | { readonly type: 'stream.opened' }
  | { readonly type: 'stream.closed' }
  | { readonly type: 'stream.crowded' }
  | { readonly type: 'stream.notice'; readonly notice: NotificationItem }
  | { readonly type: 'stream.order'; readonly order: OrderOfUpdate }
  | { readonly type: 'stream.positions'; readonly syms: readonly string[] }
  | { readonly type: 'stream.calendar' }
  | { readonly type: 'stream.deployments'; readonly change: DeploymentChange }
