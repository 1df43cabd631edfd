import { openBrowserSocket } from '../browser-socket.ts'
import { openOwnQuotes } from '../open-quotes.ts'
import { watchEvents } from '../watch-events.ts'
import { openSharedQuotes, type WorkerPort } from './attached-socket.ts'

/** A port of the quote worker takes and posts its messages only, which the DOM's types cannot say. */
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

/** Calls back when the page is frozen, or left and perhaps kept aside. */
const watchSleep = (slept: () => void): (() => void) => {
  const unwatchDocument = watchEvents(document, { freeze: slept })
  const unwatchWindow = watchEvents(window, { pagehide: slept })
  return () => {
    unwatchDocument()
    unwatchWindow()
  }
}

/** The quote connection of this browser. Loaded apart from the sign-in, which does without. */
export const openBrowserQuotes = openSharedQuotes({
  startWorker,
  watchSleep,
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  openOwn: openOwnQuotes(openBrowserSocket),
})
