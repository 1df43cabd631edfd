import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { RELOAD_PAGE } from '../../src/contract/api-error.ts'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { CONTRACT_VERSION, CONTRACT_VERSION_HEADER } from '../../src/contract/version.ts'
import { Refusal } from '../refusal.ts'

/** A client that names no version is not the console. */
const isOutdated = (headers: IncomingHttpHeaders): boolean => {
  const named = headers[CONTRACT_VERSION_HEADER]
  return named !== undefined && named !== CONTRACT_VERSION
}

/** Throws Refusal, as fields may have changed meaning. Needs no body yet. */
export const refuseOutdatedPage = (
  { servedToOutdatedPage }: Endpoint,
  headers: IncomingHttpHeaders,
): void => {
  if (servedToOutdatedPage === false && isOutdated(headers)) throw new Refusal('OUTDATED_PAGE', RELOAD_PAGE)
}

/** Throws Refusal where the call is served only with another body. `body` has the names of the wire. */
export const refuseBodyOfOutdatedPage = (
  { servedToOutdatedPage }: Endpoint,
  { headers, body }: Pick<FastifyRequest, 'headers' | 'body'>,
): void => {
  if (typeof servedToOutdatedPage === 'boolean' || !isOutdated(headers)) return
  const sent = new Map<string, unknown>(Object.entries(body ?? {}))
  const isServed = Object.entries(servedToOutdatedPage.ifBody).every(
    ([name, value]) => sent.get(name) === value,
  )
  if (!isServed) throw new Refusal('OUTDATED_PAGE', RELOAD_PAGE)
}
