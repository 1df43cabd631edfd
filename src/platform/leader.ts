import { CONTRACT_VERSION } from '../contract/version.ts'
import { watchEvents } from './watch-events.ts'

/** `held` is called when this page gets the lock, `slept` when it loses it to sleep. Returns its release. */
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
      // Released before it was held.
    })
  return () => {
    release()
    waiting.abort()
  }
}

/** A closed page loses the lock; a frozen one, or one in the back-forward cache, has to give it up itself. */
export const holdBrowserLock: HoldLock = (name, held, slept) => {
  // Absent on plain HTTP from another machine: there every page acts on its own.
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

/** A page does not hear its own messages. */
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

/** Drops messages of pages with another contract version, as their shape may differ. */
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
