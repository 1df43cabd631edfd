import { ApiError } from '../contract/api-error.ts'
import type { QueryOf, ReplyOf } from '../contract/call-types.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import type { HttpClient } from './http-client.ts'

export interface UploadOptions<Call extends Endpoint> {
  readonly query: QueryOf<Call>
  readonly file: Blob
  readonly signal: AbortSignal
  onProgress(sentBytes: number): void
}

const headersOf = (request: XMLHttpRequest): Headers => {
  const lines = request.getAllResponseHeaders().trim().split(/\r?\n/)
  return new Headers(
    lines.flatMap((line): [string, string][] => {
      const cut = line.indexOf(':')
      return cut < 0 ? [] : [[line.slice(0, cut), line.slice(cut + 1).trim()]]
    }),
  )
}

/** Uses XMLHttpRequest, as `fetch` shows no upload progress. Rejects like `call`. */
export const createUpload =
  (http: HttpClient, createRequest: () => XMLHttpRequest = () => new XMLHttpRequest()) =>
  <Call extends Endpoint>(endpoint: Call, options: UploadOptions<Call>): Promise<ReplyOf<Call>> =>
    new Promise((resolve, reject) => {
      options.signal.throwIfAborted()
      const { url, headers } = http.prepare(endpoint, { query: options.query })
      const sentToken = headers.authorization?.replace(/^Bearer /, '') ?? null
      const request = createRequest()
      const abort = () => request.abort()
      request.open(endpoint.method, url)
      request.responseType = 'arraybuffer'
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
      request.setRequestHeader('content-type', 'application/octet-stream')
      request.upload.onprogress = ({ loaded }) => options.onProgress(loaded)
      request.onload = () => {
        try {
          const { status, response } = request
          const reply = http.read(endpoint, {
            status,
            headers: headersOf(request),
            bytes: response,
            sentToken,
          })
          resolve(reply as ReplyOf<Call>)
        } catch (error) {
          reject(error)
        }
      }
      request.onerror = () => reject(new ApiError({ kind: 'unreachable' }))
      request.onabort = () => reject(options.signal.reason)
      request.onloadend = () => options.signal.removeEventListener('abort', abort)
      options.signal.addEventListener('abort', abort)
      request.send(options.file)
    })
