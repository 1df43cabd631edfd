import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import type * as z from 'zod/mini'
import type { Endpoint, Envelope } from '../../../src/contract/endpoint.ts'
import { createTicket } from '../../../src/contract/notifications/notifications.ts'
import { login } from '../../../src/contract/session.ts'
import { builtScript } from '../../support/server/built-server.ts'
import { openQuotes, type QuoteClient } from '../../support/server/connections.ts'
import { urlOf } from '../../support/server/server.ts'

const root = resolve(import.meta.dirname, '../../..')
const PASSWORD = 'monsoon over the ghats'

/** The server as a user starts it, in a process of its own, and one who is signed in. */
export interface StartedServer {
  ask<E extends Endpoint>(endpoint: E, options?: AskOptions): Promise<z.output<E['reply']>>
  openQuotes(): Promise<QuoteClient>
  stop(): Promise<void>
}

interface AskOptions {
  readonly body?: object
  readonly query?: Readonly<Record<string, string>>
}

export const startReplay = async (environment: Readonly<Record<string, string>>): Promise<StartedServer> => {
  const child = spawn(process.execPath, [builtScript('main')], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      MARKET: 'imported',
      LOG_LEVEL: 'warn',
      FIRST_PASSWORD: PASSWORD,
      ...environment,
    },
  })
  let printed = ''
  const address = await new Promise<string>((done, failed) => {
    const hear = (bytes: Buffer): void => {
      printed += bytes
      const found = /is at (http:\S+)/.exec(printed)?.[1]
      if (found !== undefined) done(found)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', (code) => failed(new Error(`the server ended with ${code}: ${printed}`)))
  })

  const ended = new Promise<void>((done) => {
    child.once('exit', () => done())
  })

  const call = async (endpoint: Endpoint, headers: object, { body, query }: AskOptions = {}) => {
    const answer = await fetch(`${address}${urlOf(endpoint, query)}`, {
      method: endpoint.method,
      headers: {
        'sec-fetch-site': 'same-origin',
        'sec-fetch-mode': 'cors',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${endpoint.name} answered ${answer.status} ${await answer.text()}`)
    return answer
  }
  const entered = await call(login, {}, { body: { user_name: 'trader', password: PASSWORD } })
  const { data: token } = (await entered.json()) as Envelope<string>
  const binding = /\bsid=([^;]+)/.exec(entered.headers.get('set-cookie') ?? '')?.[1] ?? ''

  const ask = async <E extends Endpoint>(
    endpoint: E,
    options?: AskOptions,
  ): Promise<z.output<E['reply']>> => {
    const headers = { authorization: `Bearer ${token}`, cookie: `sid=${binding}` }
    const answer = await call(endpoint, headers, options)
    return ((await answer.json()) as Envelope<z.output<E['reply']>>).data
  }

  return {
    ask,
    async openQuotes() {
      for (;;) {
        const { ticket } = await ask(createTicket, { body: { purpose: 'quotes' } })
        try {
          return await openQuotes(new URL(address).host, { ticket, session: { token, binding } })
        } catch (error) {
          // Right after the start their process is on its way; a console tries again as well.
          if (!String(error).includes('503')) throw error
          await new Promise((done) => setTimeout(done, 50))
        }
      }
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
