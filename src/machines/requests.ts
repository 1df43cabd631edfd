import type { ActorRefFrom, SnapshotFrom } from 'xstate'

/**
 * Requests by machine; commands create them. A machine adds its own requests here, and itself to
 * `Machines`, from its own file.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the machines
export interface Requests {}

/** Every machine by the name of its actor. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the machines
export interface Machines {}

/** Every machine running. Those of areas loaded after sign-in are missing until then. */
export type Actors = { readonly [Name in keyof Machines]: ActorRefFrom<Machines[Name]> }

export type Snapshots = { readonly [Name in keyof Machines]?: SnapshotFrom<Machines[Name]> }

export type MachineName = keyof Requests

/** One event for one machine: what a command amounts to. */
export type Dispatch = {
  readonly [Name in MachineName]: { readonly to: Name; readonly event: Requests[Name] }
}[MachineName]
