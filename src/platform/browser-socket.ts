import type { OpenSocket } from './open-quotes.ts'

export const openBrowserSocket: OpenSocket = (path, protocols, listeners) => {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:'
  const socket = new WebSocket(`${scheme}//${location.host}${path}`, [...protocols])
  socket.binaryType = 'arraybuffer'
  socket.onopen = () => listeners.opened()
  socket.onmessage = ({ data }) =>
    data instanceof ArrayBuffer ? listeners.bytes(data) : listeners.text(String(data))
  socket.onclose = () => listeners.closed()
  return {
    send: (text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text)
    },
    close: () => {
      socket.onopen = null
      socket.onmessage = null
      socket.onclose = null
      socket.close()
    },
  }
}
