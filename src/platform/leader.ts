import { CONTRACT_VERSION } from '../contract/version.ts'
import { watchEvents } from './watch-events.ts'

/**
 * Calls `held` whenever this page comes to hold the lock, and `slept` when it is put to sleep and holds it no more.
 * Returns how to give it back.
 */
export type HoldLock = (name: string, held: () => void, slept: () => void) => () => void

const requestLock = (name: string, held: () => void): (() => void) => {
  const waiting = new AbortController()
  let release: () => void = () => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  navigator.locks
    .request(name, { signal: waiting.signal }, () => {
      held()
      return isReleased
    })
    .catch(() => {
      // Given back before it was held.
    })
  return () => {
    release()
    waiting.abort()
  }
}

/**
 * The browser passes the lock on by itself when its page is closed or dies. A page that is frozen, or kept aside for the
 * way back in history, would hold it without doing its work: it gives it up and queues again when it wakes.
 */
export const holdBrowserLock: HoldLock = (name, held, slept) => {
  // Absent on plain HTTP from another machine: there every page is on its own.
  if (!('locks' in navigator)) {
    held()
    return () => {}
  }
  let release: (() => void) | null = requestLock(name, held)
  const sleep = (): void => {
    if (release === null) return
    release()
    release = null
    slept()
  }
  const wake = (): void => {
    release ??= requestLock(name, held)
  }
  const unwatchDocument = watchEvents(document, { freeze: sleep, resume: wake })
  const unwatchWindow = watchEvents(window, { pagehide: sleep, pageshow: wake })
  return () => {
    unwatchDocument()
    unwatchWindow()
    release?.()
    release = null
  }
}

/** Messages between the pages of one browser. Nobody hears itself. */
export interface Channel {
  post(message: unknown): void
  close(): void
}

export type OpenChannel = (name: string, heard: (message: unknown) => void) => Channel

export const openBrowserChannel: OpenChannel = (name, heard) => {
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }) => heard(data)
  return {
    post: (message) => channel.postMessage(message),
    close: () => channel.close(),
  }
}

/**
 * A channel for pages that speak the same version of the contract: what comes from another version is dropped, since
 * nothing says that it still has the same shape.
 */
export const openOwnChannel = <Message>(
  openChannel: OpenChannel,
  name: string,
  heard: (message: Message) => void,
): { post(message: Message): void; close(): void } => {
  const channel = openChannel(name, (envelope) => {
    const { version, message } = (envelope ?? {}) as {
      readonly version?: unknown
      readonly message?: Message
    }
    if (version === CONTRACT_VERSION && message !== undefined) heard(message)
  })
  return {
    post: (message) => channel.post({ version: CONTRACT_VERSION, message }),
    close: () => channel.close(),
  }
}
