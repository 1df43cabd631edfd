import { connect, type Socket } from 'node:net'

export interface HoldOrder {
  readonly host: string
  readonly port: number
  readonly connections: number
  readonly addresses: number
}

const AGAIN_MS = 500

process.once('message', ({ host, port, connections, addresses }: HoldOrder) => {
  let opened = 0
  const slowBody = `POST /api/login HTTP/1.1\r\nhost: ${host}:${port}\r\nsec-fetch-site: same-origin\r\ncontent-type: application/json\r\ncontent-length: 9999\r\n\r\n{`
  const hold = (index: number): void => {
    const socket: Socket = connect({ host, port, localAddress: `127.0.0.${1 + (index % addresses)}` })
    socket.on('error', () => {})
    socket.once('connect', () => {
      opened++
      if (index % 2 === 0) socket.write(slowBody)
    })
    socket.resume()
    socket.once('close', () => setTimeout(() => hold(index), AGAIN_MS))
  }
  for (let index = 0; index < connections; index++) hold(index)
  process.once('message', () => {
    process.send?.(opened)
    process.disconnect()
    process.exit(0)
  })
})
