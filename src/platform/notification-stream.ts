import { DeploymentUpdate } from '../contract/deployments.ts'
import { readWireNotice } from '../contract/notifications/notice-record.ts'
import {
  OrderUpdate,
  PositionUpdate,
  STREAM_HEARTBEAT_MS,
  streamEvents,
} from '../contract/notifications/notifications.ts'
import { fromWire } from '../contract/wire.ts'

/** A stream silent for three heartbeats counts as dead. */
export const STREAM_SILENCE_MS = 3 * STREAM_HEARTBEAT_MS
/** The server sends at once on an open stream; silence by then means that something buffers it. */
export const FIRST_WORD_MS = 3_000
/** No event of the server is larger. */
const DATA_CHARACTERS_MAX = 64 * 1024
/** From the specification: a plain message that contains it is no notification. */
const CONTROL_WORD = 'heartbeat'

/** `name` is empty for a plain message. */
export interface EventsListeners {
  opened(): void
  event(name: string, data: string): void
  /** Called once. The browser's own reconnect is not used: a stream ticket opens one stream. */
  failed(): void
}

export type OpenEvents = (url: string, listeners: EventsListeners) => () => void

export const openBrowserEvents: OpenEvents = (url, listeners) => {
  const source = new EventSource(url)
  source.onopen = () => listeners.opened()
  source.onmessage = ({ data }) => listeners.event('', String(data))
  for (const name of Object.values(streamEvents))
    source.addEventListener(name, ({ data }) => listeners.event(name, String(data)))
  source.onerror = () => {
    source.close()
    listeners.failed()
  }
  return () => source.close()
}

/** Null for an irrelevant or unreadable event. */
export const readStreamEvent = (name: string, data: string) => {
  if (name === '') return data.includes(CONTROL_WORD) ? null : readNotice(data)
  if (data.length > DATA_CHARACTERS_MAX) return null
  switch (name) {
    case streamEvents.order: {
      const read = OrderUpdate.safeParse(parseJson(data))
      return read.success ? { type: 'stream.order' as const, ...fromWire(OrderUpdate, read.data) } : null
    }
    case streamEvents.positions: {
      const read = PositionUpdate.safeParse(parseJson(data))
      return read.success
        ? { type: 'stream.positions' as const, ...fromWire(PositionUpdate, read.data) }
        : null
    }
    case streamEvents.calendar:
      return { type: 'stream.calendar' as const }
    case streamEvents.deployments: {
      const read = DeploymentUpdate.safeParse(parseJson(data))
      return read.success
        ? { type: 'stream.deployments' as const, change: fromWire(DeploymentUpdate, read.data) }
        : null
    }
    default:
      return null
  }
}

/** An unreadable notification still counts in the list. */
const readNotice = (data: string) => {
  const record = data.length > DATA_CHARACTERS_MAX ? undefined : parseJson(data)
  const notice = readWireNotice(record === undefined ? data : record)
  return { type: 'stream.notice' as const, notice }
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export interface NotificationStreamPorts {
  readonly openEvents: OpenEvents
  readonly url: string
  /** Requests padding after each event, against buffering. */
  readonly isPadded: boolean
  readonly after: (ms: number, run: () => void) => () => void
}

export interface NotificationListeners {
  opened(): void
  event(event: NonNullable<ReturnType<typeof readStreamEvent>>): void
  closed(): void
  /** Called instead of `closed`: a padded stream may get through. */
  heldBack(): void
}

export const openNotificationStream = (
  { openEvents, url, isPadded, after }: NotificationStreamPorts,
  listeners: NotificationListeners,
): (() => void) => {
  const end = (): void => {
    stopWaiting()
    close()
  }
  const gone = (): void => {
    end()
    listeners.closed()
  }
  const keptBack = (): void => {
    end()
    listeners.heldBack()
  }
  let stopWaiting = isPadded ? after(STREAM_SILENCE_MS, gone) : after(FIRST_WORD_MS, keptBack)
  const heard = (): void => {
    stopWaiting()
    stopWaiting = after(STREAM_SILENCE_MS, gone)
  }
  const close = openEvents(url, {
    // `opened` proves nothing: the headers may pass where the events do not.
    opened: listeners.opened,
    event: (name, data) => {
      heard()
      const event = readStreamEvent(name, data)
      if (event !== null) listeners.event(event)
    },
    failed: gone,
  })
  return end
}
