import type { OpenQuotes, Socket } from '../open-quotes.ts'
import type { PageMessage, WorkerMessage } from './worker-messages.ts'

/** A worker without a message by then does not run. */
export const WORKER_START_MS = 4_000

export interface WorkerPort {
  onmessage: ((event: { readonly data: WorkerMessage }) => void) | null
  postMessage(message: PageMessage): void
  close(): void
}

export interface SharedQuotesParts {
  /** Throws without shared workers. `failed` is called when the script cannot run. */
  readonly startWorker: (failed: () => void) => WorkerPort
  readonly watchSleep: (slept: () => void) => () => void
  readonly after: (ms: number, run: () => void) => () => void
  readonly openOwn: OpenQuotes
}

/** Falls back to a connection for this page only. */
export const openSharedQuotes = (parts: SharedQuotesParts): OpenQuotes => {
  const { startWorker, watchSleep, after, openOwn } = parts
  let isShared = true

  const attach: OpenQuotes = (call, listeners) => {
    let own: Socket | null = null
    let isOpen = false
    let isLeft = false
    const openInstead = (): void => {
      if (isLeft) return
      isShared = false
      leave()
      own = openOwn(call, listeners)
    }
    const port = startWorker(openInstead)
    const post = (message: PageMessage): void => port.postMessage(message)
    const stopWaiting = after(WORKER_START_MS, openInstead)
    const leave = (): void => {
      if (isLeft) return
      isLeft = true
      stopWaiting()
      unwatchSleep()
      post({ type: 'leave' })
      port.close()
    }
    const end = (): void => {
      leave()
      listeners.closed()
    }
    // A page that is frozen or in the back-forward cache takes no prices.
    const unwatchSleep = watchSleep(end)

    const open = (): Promise<void> =>
      call.protocols().then(
        (protocols) => {
          if (!isLeft) post({ type: 'open', path: call.path, protocols })
        },
        (error: unknown) => {
          // The stream ticket was only for a replacement: the current connection goes on.
          if (!isLeft && !isOpen) listeners.failed(error)
        },
      )

    port.onmessage = ({ data }) => {
      if (isLeft) return
      stopWaiting()
      if (data.type === 'wanted') void open()
      else if (data.type === 'opened') {
        isOpen = true
        listeners.opened()
      } else if (data.type === 'closed') end()
      else if (data.type === 'news') {
        post({ type: 'seen' })
        for (const text of data.texts) listeners.text(text)
        if (data.bytes !== null) listeners.bytes(data.bytes)
      }
    }
    post({ type: 'attach', user: call.user })

    return {
      send: (text) => (own === null ? post({ type: 'send', text }) : own.send(text)),
      close: () => {
        leave()
        own?.close()
      },
    }
  }

  return (call, listeners) => {
    try {
      if (isShared) return attach(call, listeners)
    } catch {
      isShared = false
    }
    return openOwn(call, listeners)
  }
}
