import { openBrowserSocket } from '../browser-socket.ts'
import { createSharedQuotes } from './shared-quotes.ts'
import type { PageMessage } from './worker-messages.ts'

interface WorkerScope {
  onconnect: ((event: { readonly ports: readonly MessagePort[] }) => void) | null
}

/** The types of this folder describe the page's global object, not a worker's. */
const scope = globalThis as unknown as WorkerScope

const quotes = createSharedQuotes({
  openSocket: openBrowserSocket,
  ticks: () => performance.now(),
  after: (ms, run) => {
    setTimeout(run, ms)
  },
})

scope.onconnect = ({ ports: [port] }) => {
  if (port === undefined) return
  const hear = quotes.join({ post: (message, transfer = []) => port.postMessage(message, [...transfer]) })
  port.onmessage = ({ data }: MessageEvent<PageMessage>) => hear(data)
}
