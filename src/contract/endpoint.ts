import * as z from 'zod/mini'

export const bases = ['core', 'config', 'options', 'notifications', 'scan', 'instruments'] as const
export type Base = (typeof bases)[number]

export const defaultBases: Readonly<Record<Base, string>> = {
  core: '/api',
  config: '/api/config',
  options: '/api/options',
  notifications: '/api/notifications',
  scan: '/api/scan',
  instruments: '/api/instruments',
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type MediaType = 'json' | 'csv' | 'columns' | 'bytes' | 'events'

/** `ticket`: a single-use ticket in the query, where a browser cannot send a header. */
export type Access = 'public' | 'signedIn' | 'ticket'

const nothing = z.strictObject({})

export interface Endpoint<
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Reply extends z.ZodMiniType = z.ZodMiniType,
> {
  readonly name: string
  readonly method: Method
  readonly base: Base
  /** Relative to the base. `:name` parts are read from `params` of the query schema. */
  readonly path: string
  readonly access: Access
  /** `changes` is never served to HEAD, to another origin or without the session header. */
  readonly effect: 'reads' | 'changes'
  /** Reduces or reports risk, so pages of another contract version may call it too. */
  readonly riskReducing: boolean
  readonly query: Query
  readonly body: Body
  readonly bodyType: MediaType
  readonly reply: Reply
  readonly replyType: MediaType
  readonly failure: string
  readonly summary: string
}

type Nothing = typeof nothing

export const endpoint = <
  Query extends z.ZodMiniType = Nothing,
  Body extends z.ZodMiniType = Nothing,
  Reply extends z.ZodMiniType = z.ZodMiniNull,
>(declared: {
  name: string
  method: Method
  path: string
  failure: string
  summary: string
  base?: Base
  access?: Access
  effect?: 'reads' | 'changes'
  riskReducing?: boolean
  query?: Query
  body?: Body
  bodyType?: MediaType
  reply?: Reply
  replyType?: MediaType
}): Endpoint<Query, Body, Reply> => ({
  base: 'core',
  access: 'signedIn',
  effect: declared.method === 'GET' ? 'reads' : 'changes',
  riskReducing: false,
  query: nothing as unknown as Query,
  body: nothing as unknown as Body,
  bodyType: 'json',
  reply: z.null() as unknown as Reply,
  replyType: 'json',
  ...declared,
})

/** Wraps every JSON reply. `code` is set on failures and decides; `message` is only shown. */
export interface Envelope<Data> {
  readonly status: 'success' | 'error'
  readonly data: Data
  readonly message: string
  readonly code?: string
  readonly issues?: readonly string[]
}
