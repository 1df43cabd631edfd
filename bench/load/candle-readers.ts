import { Agent, request } from 'node:http'
import { setPriority } from 'node:os'
import type { SessionPair } from '../../server/services/session/sessions.ts'

export interface ToReaders {
  readonly kind: 'begin' | 'report'
  readonly url?: string
  readonly readers?: readonly { readonly session: SessionPair; readonly path: string }[]
}

export interface FromReaders {
  readonly answers: number
  readonly bytes: number
  readonly statuses: Readonly<Record<string, number>>
}

const READERS_NICE = 15

/** Real readers have machines of their own, so these must not take the server's processor. */
setPriority(READERS_NICE)
const agent = new Agent({ keepAlive: true, maxSockets: 64 })
const statuses: Record<string, number> = {}
let answers = 0
let bytes = 0
let isStopping = false

const readOnce = (url: string, session: SessionPair, path: string): Promise<void> =>
  new Promise((done) => {
    const count = (status: string): void => {
      statuses[status] = (statuses[status] ?? 0) + 1
      done()
    }
    const headers = {
      authorization: `Bearer ${session.token}`,
      cookie: `sid=${session.binding}`,
      'sec-fetch-site': 'same-origin',
    }
    const call = request(new URL(path, url), { agent, headers }, (response) => {
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.once('end', () => {
        answers++
        count(String(response.statusCode))
      })
    })
    call.once('error', (error) => count(error.message))
    call.end()
  })

process.on('message', async ({ kind, url = '', readers = [] }: ToReaders) => {
  if (kind === 'begin') {
    for (const { session, path } of readers) {
      void (async () => {
        while (!isStopping) await readOnce(url, session, path)
      })()
    }
    return
  }
  isStopping = true
  process.send?.({ answers, bytes, statuses } satisfies FromReaders)
})
process.on('disconnect', () => process.exit(0))
