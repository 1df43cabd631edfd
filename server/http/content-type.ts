import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '../../src/contract/endpoint.ts'

const accepted: Readonly<Record<'json' | 'bytes', readonly string[]>> = {
  json: ['application/json', 'application/json; charset=utf-8', 'application/json;charset=utf-8'],
  bytes: ['application/octet-stream'],
}

/** Strict: letter case, tabs and doubled headers are ways around validation. */
export const findTypeProblem = (request: FastifyRequest, endpoint: Endpoint): string | null => {
  const { headers } = request
  const doubled = request.raw.rawHeaders.filter(
    (text, place) => place % 2 === 0 && text.toLowerCase() === 'content-type',
  )
  if (doubled.length > 1) return 'Content-Type is sent twice'
  if (headers['content-encoding'] !== undefined) return 'an encoded body is not read'
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  const types = accepted[endpoint.bodyType === 'bytes' ? 'bytes' : 'json']
  const type = headers['content-type']
  if (type === undefined) return hasBody ? `a body needs Content-Type ${types[0]}` : null
  return types.includes(type) ? null : `Content-Type must be ${types[0]}`
}
