import { get } from 'node:http'

export type ToStreams =
  | {
      readonly kind: 'begin'
      readonly host: string
      readonly path: string
      readonly sessions: readonly { readonly cookie: string; readonly streams: number }[]
    }
  | { readonly kind: 'ticket'; readonly ticket: string }
  | { readonly kind: 'report' }

export type FromStreams =
  | { readonly kind: 'ticket'; readonly session: number }
  | { readonly kind: 'opened' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'report'; readonly latencies: readonly number[]; readonly closed: number }

const OPENING_AT_ONCE = 8

const say = (message: FromStreams): void => {
  process.send?.(message)
}

const latencies: number[] = []
const tickets: ((ticket: string) => void)[] = []
let closed = 0

const hear = (text: string): void => {
  const now = Date.now()
  for (const [, json = ''] of text.matchAll(/^data: (\{"sent_at".*\})$/gm)) {
    const { sent_at } = JSON.parse(json) as { sent_at: number }
    latencies.push(now - sent_at)
  }
}

const open = async (session: number, cookie: string, { host, path }: { host: string; path: string }) => {
  const ticket = await new Promise<string>((done) => {
    tickets.push(done)
    say({ kind: 'ticket', session })
  })
  await new Promise<void>((done, failed) => {
    const request = get(
      `http://${host}${path}?token=${ticket}`,
      { agent: false, headers: { cookie } },
      (response) => {
        if (response.statusCode !== 200) {
          failed(new Error(`a stream answered ${response.statusCode}`))
          return
        }
        let rest = ''
        response.setEncoding('utf8')
        response.on('data', (text: string) => {
          const events = (rest + text).split('\n\n')
          rest = events.pop() ?? ''
          for (const event of events) hear(event)
        })
        response.once('close', () => closed++)
        done()
      },
    )
    request.once('error', failed)
  })
}

const begin = async (message: Extract<ToStreams, { kind: 'begin' }>): Promise<void> => {
  const wanted = message.sessions.flatMap(({ cookie, streams }, session) =>
    Array.from({ length: streams }, () => ({ session, cookie })),
  )
  const openers = Array.from({ length: OPENING_AT_ONCE }, async () => {
    for (let one = wanted.pop(); one !== undefined; one = wanted.pop())
      await open(one.session, one.cookie, message)
  })
  await Promise.all(openers)
  say({ kind: 'opened' })
}

process.on('message', (message: ToStreams) => {
  switch (message.kind) {
    case 'begin':
      begin(message).catch((error: unknown) => say({ kind: 'failed', reason: String(error) }))
      break
    case 'ticket':
      tickets.shift()?.(message.ticket)
      break
    case 'report':
      say({ kind: 'report', latencies, closed })
      break
    default:
      message satisfies never
  }
})
process.on('disconnect', () => process.exit(0))
