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

/** Calls of a user are counted apart in each: none slow down those that reduce risk, a backtest only charts. */
export type Budget = 'riskReducing' | 'previews' | 'candles' | 'general'

export interface BodyLimits {
  readonly bytes: number
  readonly depth: number
  readonly keys: number
  readonly items: number
  readonly textLength: number
  readonly nameLength: number
}

type ServedToOutdatedPage<Body extends z.ZodMiniType> =
  | boolean
  | { readonly ifBody: Readonly<Partial<z.output<Body>>> }

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
  /** Reduces or reports risk, so `budget` and `servedToOutdatedPage` follow unless declared. */
  readonly riskReducing: boolean
  readonly budget: Budget
  /** `ifBody`: only where the body has these values. */
  readonly servedToOutdatedPage: ServedToOutdatedPage<Body>
  /** Until a user changes the password that someone else set, nothing else is served. */
  readonly servedWithGivenPassword: boolean
  readonly bodyLimits: Partial<BodyLimits>
  /** Reserved before the answer is made; 0 if it is small, `perCandle` by the span of the query. */
  readonly answerBytesMax: number | 'perCandle'
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
  budget?: Budget
  servedToOutdatedPage?: ServedToOutdatedPage<Body>
  servedWithGivenPassword?: boolean
  bodyLimits?: Partial<BodyLimits>
  answerBytesMax?: number | 'perCandle'
  query?: Query
  body?: Body
  bodyType?: MediaType
  reply?: Reply
  replyType?: MediaType
}): Endpoint<Query, Body, Reply> => {
  const { effect = declared.method === 'GET' ? 'reads' : 'changes', riskReducing = false } = declared
  return {
    base: 'core',
    access: 'signedIn',
    effect,
    riskReducing,
    budget: riskReducing ? 'riskReducing' : 'general',
    servedToOutdatedPage: riskReducing || effect === 'reads',
    servedWithGivenPassword: false,
    bodyLimits: {},
    answerBytesMax: 0,
    query: nothing as unknown as Query,
    body: nothing as unknown as Body,
    bodyType: 'json',
    reply: z.null() as unknown as Reply,
    replyType: 'json',
    ...declared,
  }
}

/** Wraps every JSON reply. `code` is set on failures and decides; `message` is only shown. */
export interface Envelope<Data> {
  readonly status: 'success' | 'error'
  readonly data: Data
  readonly message: string
  readonly code?: string
  readonly issues?: readonly string[]
}
