import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** What came on a bare socket until it was closed. */
export interface RawAnswer {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

export const readRaw = (text: string): RawAnswer => {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [line = '', ...lines] = head.split('\r\n')
  return {
    status: Number(line.split(' ')[1]),
    headers: new Map(
      lines.map((header) => {
        const colon = header.indexOf(':')
        return [header.slice(0, colon).toLowerCase(), header.slice(colon + 1).trim()] as const
      }),
    ),
    body: rest.join('\r\n\r\n'),
  }
}

export const openSocket = async (port: number, from = '127.0.0.1'): Promise<Socket> => {
  const socket = connect({ host: '127.0.0.1', port, localAddress: from })
  socket.on('error', () => socket.destroy())
  await once(socket, 'connect')
  return socket
}

/** Sends these bytes and reads until the server closes. */
export const sendRaw = async (port: number, text: string): Promise<RawAnswer> => {
  const socket = await openSocket(port)
  let received = ''
  socket.on('data', (bytes) => {
    received += bytes.toString('latin1')
  })
  socket.write(text)
  await once(socket, 'close')
  return readRaw(received)
}
