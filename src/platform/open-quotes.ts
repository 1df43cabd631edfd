export interface Socket {
  send(text: string): void
  close(): void
}

export interface SocketListeners {
  opened(): void
  text(text: string): void
  bytes(bytes: ArrayBuffer): void
  closed(): void
}

export type OpenSocket = (path: string, protocols: readonly string[], listeners: SocketListeners) => Socket

export interface QuoteCall {
  readonly path: string
  /** Pages of the same user may share one connection. */
  readonly user: string
  /** Handshake protocols with a stream ticket; called only when a connection has to be opened. */
  readonly protocols: () => Promise<readonly string[]>
}

export interface QuoteCallListeners extends SocketListeners {
  /** No connection was opened: its stream ticket or its script could not be loaded. */
  failed(error: unknown): void
}

export type OpenQuotes = (call: QuoteCall, listeners: QuoteCallListeners) => Socket

/** Text is dropped until `ready` has resolved. */
export const openWhenReady =
  (ready: (call: QuoteCall) => Promise<OpenQuotes>): OpenQuotes =>
  (call, listeners) => {
    let socket: Socket | null = null
    let isClosed = false
    ready(call)
      .then((open) => {
        if (!isClosed) socket = open(call, listeners)
      })
      .catch((error: unknown) => {
        if (!isClosed) listeners.failed(error)
      })
    return {
      send: (text) => socket?.send(text),
      close: () => {
        isClosed = true
        socket?.close()
      },
    }
  }

export const openOwnQuotes = (openSocket: OpenSocket): OpenQuotes =>
  openWhenReady(async ({ path, protocols }) => {
    const named = await protocols()
    return (_call, listeners) => openSocket(path, named, listeners)
  })
