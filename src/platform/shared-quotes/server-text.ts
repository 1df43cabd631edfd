import { type SubscriptionMessage, symbolKey } from './shared-symbol.ts'

export interface ServerClock {
  /** `now` is in ticks. */
  textAt(now: number): string
}

export type ServerText =
  | { readonly kind: 'clock'; readonly clock: ServerClock }
  | { readonly kind: 'refusal'; readonly key: string }
  | { readonly kind: 'other' }

const parseObject = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
  } catch {
    return {}
  }
}

/** Reads only what the worker acts on; the pages validate the text. */
export const readServerText = (text: string, heardAt: number): ServerText => {
  const said = parseObject(text)
  const { type, market_time: marketTime, wall_time: wallTime, speed, segment, symbol } = said
  if (
    type === 'clock' &&
    typeof marketTime === 'number' &&
    typeof wallTime === 'number' &&
    typeof speed === 'number'
  ) {
    const textAt = (now: number): string => {
      const passed = now - heardAt
      return JSON.stringify({
        ...said,
        market_time: Math.round(marketTime + passed * speed),
        wall_time: Math.round(wallTime + passed),
      })
    }
    return { kind: 'clock', clock: { textAt } }
  }
  if (type === 'error' && typeof segment === 'string' && typeof symbol === 'string')
    return { kind: 'refusal', key: symbolKey({ segment, symbol }) }
  return { kind: 'other' }
}

/** Not validated, since the text is the console's own. */
export const subscriptionsIn = (text: string): readonly SubscriptionMessage[] => JSON.parse(text)
