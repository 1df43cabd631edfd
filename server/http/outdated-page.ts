import type { IncomingHttpHeaders } from 'node:http'
import { RELOAD_PAGE } from '../../src/contract/api-error.ts'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { CONTRACT_VERSION, CONTRACT_VERSION_HEADER } from '../../src/contract/version.ts'
import { Refusal } from '../refusal.ts'

/** A client that names no version is not the console. */
const isOutdated = (headers: IncomingHttpHeaders): boolean => {
  const named = headers[CONTRACT_VERSION_HEADER]
  return named !== undefined && named !== CONTRACT_VERSION
}

export const refuseOutdatedPage = (headers: IncomingHttpHeaders): void => {
  if (isOutdated(headers)) throw new Refusal('outdatedPage', RELOAD_PAGE)
}

/** Throws Refusal, as fields may have changed meaning; risk-reducing calls and sign-out always work. */
export const refuseChangesOfOutdatedPage = (endpoint: Endpoint, headers: IncomingHttpHeaders): void => {
  const isServed = endpoint.effect === 'reads' || endpoint.riskReducing || endpoint.name === 'logout'
  if (!isServed) refuseOutdatedPage(headers)
}
