import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { makeNonce, pagePolicy, WORKER_POLICY } from '../../headers.ts'

const NONCE_MARK = 'CSP_NONCE'
const LOGO_MARK = 'LOGO_BASE'
const YEAR_MS = 31_536_000_000

/** Calls and files: a wrong path gets a 404 instead of the console. */
const NEVER_A_SCREEN = /^\/(api|assets|wasm|docs|quotes|health|ready)(\/|$)/
const HAS_FILE_ENDING = /\.[a-z0-9]{1,8}$/i

const isScreen = (request: FastifyRequest, path: string): boolean =>
  (request.headers.accept ?? '').includes('text/html') &&
  !NEVER_A_SCREEN.test(path) &&
  !HAS_FILE_ENDING.test(path)

export const pageRoutes = async (
  app: FastifyInstance,
  clientDir: string,
  logoBase: string | null,
): Promise<void> => {
  const built = readFileSync(join(clientDir, 'index.html'), 'utf8')
  const page = built.replaceAll(LOGO_MARK, logoBase === null ? '' : new URL(logoBase).href)
  const logoOrigin = logoBase === null ? null : new URL(logoBase).origin

  await app.register(fastifyStatic, {
    root: clientDir,
    serve: false,
    index: false,
    dotfiles: 'ignore',
    preCompressed: true,
  })

  const sendPage = (reply: FastifyReply): FastifyReply => {
    const nonce = makeNonce()
    return reply
      .header('content-security-policy', pagePolicy(nonce, logoOrigin))
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page.replaceAll(NONCE_MARK, nonce))
  }

  app.get('/*', (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    if (path === '/' || path === '/index.html' || isScreen(request, path)) return sendPage(reply)
    const isHashed = path.startsWith('/assets/')
    if (path.startsWith('/wasm/') || (isHashed && path.includes('worker')))
      reply.header('content-security-policy', WORKER_POLICY)
    if (!isHashed) reply.header('cache-control', 'no-cache')
    return reply.sendFile(
      decodeURIComponent(path),
      isHashed ? { maxAge: YEAR_MS, immutable: true } : { cacheControl: false },
    )
  })
}
