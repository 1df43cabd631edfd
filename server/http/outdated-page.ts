import type { IncomingHttpHeaders } from 'node:http'
import { RELOAD_PAGE } from '../../src/contract/api-error.ts'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { CONTRACT_VERSION, CONTRACT_VERSION_HEADER } from '../../src/contract/version.ts'
import { Refusal } from '../refusal.ts'

/** A page that was loaded before the server was updated. A client that names no version is not the console. */
const isOutdated = (headers: IncomingHttpHeaders): boolean => {
  const named = headers[CONTRACT_VERSION_HEADER]
  return named !== undefined && named !== CONTRACT_VERSION
}

/** Throws Refusal. */
export const refuseOutdatedPage = (headers: IncomingHttpHeaders): void => {
  if (isOutdated(headers)) throw new Refusal('outdatedPage', RELOAD_PAGE)
}

/**
 * Throws Refusal before a changing call of an outdated page is read: its fields may mean something else by now. Cancels,
 * exits of everything and the kill switch name no terms and take risk off, and signing out must always work.
 */
export const refuseChangesOfOutdatedPage = (endpoint: Endpoint, headers: IncomingHttpHeaders): void => {
  const isServed = endpoint.effect === 'reads' || endpoint.riskReducing || endpoint.name === 'logout'
  if (!isServed) refuseOutdatedPage(headers)
}
