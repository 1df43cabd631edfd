/** The part of XMLHttpRequest that uploads use. */
export const createMemoryRequest = (send: typeof fetch): XMLHttpRequest => {
  const headers = new Headers()
  const stopping = new AbortController()
  let method = 'GET'
  let url = ''
  let received = new Headers()
  const request = {
    upload: { onprogress: (_: { loaded: number }) => {} },
    status: 0,
    response: new ArrayBuffer(0),
    onload: () => {},
    onerror: () => {},
    onabort: () => {},
    onloadend: () => {},
    open: (...opened: [string, string]) => {
      ;[method, url] = opened
    },
    setRequestHeader: (name: string, value: string) => headers.set(name, value),
    getAllResponseHeaders: () => [...received].map(([name, value]) => `${name}: ${value}`).join('\r\n'),
    abort: () => stopping.abort(),
    send: async (file: Blob) => {
      try {
        const body = new Uint8Array(await file.arrayBuffer())
        const response = await send(url, { method, headers, body, signal: stopping.signal })
        request.upload.onprogress({ loaded: file.size })
        request.status = response.status
        received = response.headers
        request.response = await response.arrayBuffer()
        request.onload()
      } catch {
        if (stopping.signal.aborted) request.onabort()
        else request.onerror()
      } finally {
        request.onloadend()
      }
    },
  }
  return request as unknown as XMLHttpRequest
}
