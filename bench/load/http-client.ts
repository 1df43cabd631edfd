import { connect, type Socket } from 'node:net'

export interface Answer {
  readonly status: number
  readonly body: string
}

const CALL_MS_MAX = 60_000

interface Asked {
  readonly text: string
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: Error) => void
  wasSent: boolean
}

const HEAD_END = '\r\n\r\n'

// One call at a time per connection, in minimal HTTP/1.1, so that the load takes little of the machine.
// A call that crosses the closing of its connection is sent again, which client order ids make harmless.
export const createHttpClient = ({
  host,
  port,
  connections,
}: {
  readonly host: string
  readonly port: number
  readonly connections: number
}) => {
  const line: Asked[] = []
  let next = 0
  let idle: (() => void)[] = []
  const sockets = new Set<Socket>()

  const take = (): Asked | undefined => {
    const asked = line[next]
    if (asked === undefined) return undefined
    next++
    if (next > 10_000) {
      line.splice(0, next)
      next = 0
    }
    return asked
  }

  const open = (): void => {
    const socket = connect({ host, port, noDelay: true })
    sockets.add(socket)
    let wasConnected = false
    let current: Asked | null = null
    let received = ''
    const work = (): void => {
      const asked = take()
      if (asked === undefined) {
        idle.push(work)
        return
      }
      current = asked
      socket.write(asked.text)
    }
    const fail = (error: Error): void => {
      current?.reject(error)
      current = null
    }
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => {
      received += chunk
      const head = received.indexOf(HEAD_END)
      if (head < 0) return
      const length = Number(/content-length: (\d+)/i.exec(received.slice(0, head))?.[1] ?? 0)
      const end = head + HEAD_END.length + length
      if (received.length < end || current === null) return
      const asked = current
      current = null
      const body = Buffer.from(received.slice(head + HEAD_END.length, end), 'latin1').toString('utf8')
      asked.resolve({ status: Number(received.slice(9, 12)), body })
      received = received.slice(end)
      work()
    })
    socket.once('connect', () => {
      wasConnected = true
      work()
    })
    socket.once('error', fail)
    socket.once('close', () => {
      sockets.delete(socket)
      idle = idle.filter((other) => other !== work)
      if (current !== null && wasConnected && received === '' && !current.wasSent) {
        current.wasSent = true
        line.push(current)
        current = null
      }
      fail(new Error('the server closed the connection'))
      if (wasConnected && line.length > next) open()
      else if (sockets.size === 0)
        for (let asked = take(); asked; asked = take()) asked.reject(new Error('the server is not there'))
    })
  }
  for (let index = 0; index < connections; index++) open()

  return {
    call: (
      method: string,
      path: string,
      headers: Readonly<Record<string, string>>,
      body: string | null,
    ): Promise<Answer> =>
      new Promise((resolve, reject) => {
        const own = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
        const content =
          body === null
            ? '\r\n'
            : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
        const tooLate = setTimeout(() => reject(new Error('no answer came')), CALL_MS_MAX)
        line.push({
          text: `${method} ${path} HTTP/1.1\r\nhost: ${host}:${port}\r\n${own.join('')}${content}`,
          resolve: (answer) => {
            clearTimeout(tooLate)
            resolve(answer)
          },
          reject: (error) => {
            clearTimeout(tooLate)
            reject(error)
          },
          wasSent: false,
        })
        const work = idle.pop()
        if (work !== undefined) work()
        else if (sockets.size < connections) open()
      }),
    close: (): void => {
      for (const socket of sockets) socket.destroy()
    },
  }
}

export type HttpClient = ReturnType<typeof createHttpClient>
