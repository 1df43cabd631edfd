import type * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import type { FromWire, Sendable } from './wire.ts'

export type ReplyOf<Call extends Endpoint> =
  z.output<Call['reply']> extends ArrayBuffer ? ArrayBuffer : FromWire<z.output<Call['reply']>>

export type QueryOf<Call extends Endpoint> = FromWire<z.input<Call['query']>>

export type BodyOf<Call extends Endpoint> = Sendable<FromWire<z.input<Call['body']>>>
