import * as z from 'zod/mini'

/** Each base can be another host; on our own server they are the prefixes of `defaultBases`. */
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

/** What travels in a body besides JSON: a table of text, our binary columns, the raw bytes of a file, a stream of events. */
export type MediaType = 'json' | 'csv' | 'columns' | 'bytes' | 'events'

/** `ticket`: a single-use ticket in the query stands for the session, where a browser can send no header. */
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
  /** Below the base. May hold `:name` parts, which are read from `params` of the query schema. */
  readonly path: string
  readonly access: Access
  /** `changes` is never answered to HEAD, to another origin or without the session's header, whatever the method. */
  readonly effect: 'reads' | 'changes'
  /** Takes risk off or says how much there is: served to a page of another contract version too. */
  readonly riskReducing: boolean
  readonly query: Query
  readonly body: Body
  readonly bodyType: MediaType
  readonly reply: Reply
  readonly replyType: MediaType
  /** Shown when the call fails and the server said nothing better. */
  readonly failure: string
  /** One sentence for the API page. */
  readonly summary: string
}

type Nothing = typeof nothing

/** One call as both sides know it; what is not said takes its default: no query, no body, an answer of null. */
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

/** Every JSON answer. `code` is set on failures and decides; `message` is only ever shown. */
export interface Envelope<Data> {
  readonly status: 'success' | 'error'
  readonly data: Data
  readonly message: string
  readonly code?: string
  readonly issues?: readonly string[]
}
