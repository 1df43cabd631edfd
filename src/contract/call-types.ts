import type * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import type { FromWire } from './wire.ts'

/** What a call answers, in the names of the code. Columns and bytes stay as they are. */
export type ReplyOf<Call extends Endpoint> =
  z.output<Call['reply']> extends ArrayBuffer ? ArrayBuffer : FromWire<z.output<Call['reply']>>

/** What a call asks in its query, in the names of the code. */
export type QueryOf<Call extends Endpoint> = FromWire<z.input<Call['query']>>

/** What a call sends, in the names of the code. */
export type BodyOf<Call extends Endpoint> = FromWire<z.input<Call['body']>>
