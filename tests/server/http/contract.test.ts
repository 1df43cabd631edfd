import { expect, test } from 'vitest'
import { contract } from '../../../src/contract/contract.ts'
import type { Endpoint } from '../../../src/contract/endpoint.ts'
import { startServer, urlOf } from '../../support/server/server.ts'

const calls = contract as readonly Endpoint[]

test('the server serves every call of the contract and, below /api, nothing else', async () => {
  const server = await startServer()
  const served = calls.filter((call) => server.app.hasRoute({ method: call.method, url: urlOf(call) }))
  expect(served.map((call) => call.name)).toEqual(calls.map((call) => call.name))
  const routes = server.app.printRoutes({ commonPrefix: false, includeHooks: false })
  expect(
    routes
      .match(/\((GET|POST|PUT|PATCH|DELETE)[^)]*\)/g)
      ?.join()
      .split(/[,()]+/)
      .filter((m) => m.trim() !== '').length,
  ).toEqual(calls.length + ['/health', '/ready', '/docs', '/docs/openapi.json'].length)
  await server.close()
})

test('every call but sign-in is for signed-in users', async () => {
  const server = await startServer()
  const open: string[] = []
  for (const call of calls) {
    const answer = await server.call(null, call)
    if (answer.statusCode !== 401) open.push(call.name)
  }
  expect(open).toEqual(['login'])
  await server.close()
})
