import { openBrowserSocket } from '../browser-socket.ts'
import { openOwnQuotes } from '../open-quotes.ts'
import { watchEvents } from '../watch-events.ts'
import { openSharedQuotes, type WorkerPort } from './attached-socket.ts'

/** The DOM's types cannot say that the port carries only worker messages. */
const asWorkerPort = (port: MessagePort): WorkerPort => port as unknown as WorkerPort

// The bundler finds workers by exactly this form of call.
const startWorker = (failed: () => void): WorkerPort => {
  const worker = new SharedWorker(new URL('./quote-worker.ts', import.meta.url), {
    type: 'module',
    name: 'quotes',
  })
  worker.onerror = failed
  return asWorkerPort(worker.port)
}

const watchSleep = (slept: () => void): (() => void) => {
  const unwatchDocument = watchEvents(document, { freeze: slept })
  const unwatchWindow = watchEvents(window, { pagehide: slept })
  return () => {
    unwatchDocument()
    unwatchWindow()
  }
}

/** Loaded apart from the sign-in, which does not need it. */
export const openBrowserQuotes = openSharedQuotes({
  startWorker,
  watchSleep,
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  openOwn: openOwnQuotes(openBrowserSocket),
})
