import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '../../../src/contract/contract.ts'
import { defaultBases, type Endpoint } from '../../../src/contract/endpoint.ts'
import { HOST, startServer, type TestServer } from '../../support/server/server.ts'
import { throwAwayFolder } from '../../support/server/stores.ts'

const files = {
  'index.html':
    '<!doctype html><meta property="csp-nonce" nonce="CSP_NONCE"><meta name="logo-base" content="LOGO_BASE"><script type="module" nonce="CSP_NONCE" src="/assets/index-1.js"></script>',
  'assets/index-1.js': 'export {}',
  'assets/index-1.js.br': 'pressed',
  'assets/worker-2.js': 'self.onmessage = null',
  'assets/inter-3.woff2': 'font',
  'wasm/technicals.wasm.zip': 'zip',
  'wasm/wasm_exec.js': 'run()',
  'indicators.csv': 'Indicator,Condition',
  '.secret': 'no',
}

const browser = { host: HOST, accept: 'text/html,application/xhtml+xml' }

const builtConsole = (): string => {
  const clientDir = throwAwayFolder()
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(clientDir, name, '..'), { recursive: true })
    writeFileSync(join(clientDir, name), text)
  }
  return clientDir
}

test('pictures of shares come from where the operator says, and from nowhere else', async () => {
  const server = await startServer({
    clientDir: builtConsole(),
    environment: { LOGO_BASE: 'https://pictures.example/a"b' },
  })
  const { body, headers } = await server.app.inject({ url: '/', headers: browser })
  expect(body).toContain('<meta name="logo-base" content="https://pictures.example/a%22b">')
  expect(String(headers['content-security-policy'])).toContain(
    "img-src 'self' data: https://pictures.example;",
  )
  await server.close()
})

describe('the console', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ clientDir: builtConsole() })
  })
  afterAll(() => server.close())

  const get = (url: string, headers: Record<string, string> = browser) =>
    server.app.inject({ url, headers: { host: HOST, ...headers } })

  test.each([
    '/',
    '/index.html',
    '/markets',
    '/backtest?slug=a-b',
    '/scanner/my-slug',
    '/_app',
    '/position.s/x',
  ])('%s is its page', async (url) => {
    const answer = await get(url)
    expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-store',
    ])
    expect(answer.body).toContain('/assets/index-1.js')
  })

  test('has a nonce of its own in every answer, in its policy and nowhere else', async () => {
    const nonces = await Promise.all(
      [1, 2].map(async () => {
        const answer = await get('/')
        const [, nonce] = /'nonce-([^']+)'/.exec(String(answer.headers['content-security-policy'])) ?? []
        const page = files['index.html'].replaceAll('CSP_NONCE', nonce ?? 'none')
        expect(answer.body).toEqual(page.replace('LOGO_BASE', ''))
        return nonce
      }),
    )
    expect(nonces[0]).not.toEqual(nonces[1])
    expect(nonces.map((nonce) => Buffer.from(nonce ?? '', 'base64').length)).toEqual([16, 16])
  })

  test('has a policy that allows its own scripts by nonce, WebAssembly, and nothing from elsewhere', async () => {
    const policy = String((await get('/')).headers['content-security-policy']).replaceAll(
      /nonce-[^']+/g,
      'nonce-…',
    )
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      "script-src 'self' 'nonce-…' 'strict-dynamic' 'wasm-unsafe-eval'",
      "style-src 'self' 'nonce-…'",
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      "worker-src 'self'",
      "manifest-src 'self'",
      "media-src 'self'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "object-src 'none'",
    ])
  })

  const worker =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'"
  const data = "default-src 'none'; frame-ancestors 'none'"
  test.each([
    ['/assets/index-1.js', 'public, max-age=31536000, immutable', data],
    ['/assets/inter-3.woff2', 'public, max-age=31536000, immutable', data],
    ['/assets/worker-2.js', 'public, max-age=31536000, immutable', worker],
    ['/wasm/technicals.wasm.zip', 'no-cache', worker],
    ['/wasm/wasm_exec.js', 'no-cache', worker],
    ['/indicators.csv', 'no-cache', data],
  ])('%s is kept %s', async (url, cacheControl, policy) => {
    const { statusCode, headers } = await get(url, { accept: '*/*' })
    expect([statusCode, headers['cache-control'], headers['content-security-policy']]).toEqual([
      200,
      cacheControl,
      policy,
    ])
    const again = await get(url, { accept: '*/*', 'if-none-match': String(headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  })

  test('sends what is compressed already to whoever reads it', async () => {
    const plain = await get('/assets/index-1.js', { accept: '*/*' })
    const pressed = await get('/assets/index-1.js', { accept: '*/*', 'accept-encoding': 'gzip, br' })
    expect([
      plain.body,
      pressed.body,
      pressed.headers['content-encoding'],
      pressed.headers['content-type'],
    ]).toEqual(['export {}', 'pressed', 'br', 'application/javascript; charset=utf-8'])
  })

  test.each([
    ['/assets/gone-9.js', browser],
    ['/wasm/gone.zip', browser],
    ['/gone.js', browser],
    ['/api/nothing', browser],
    ['/docs/nothing', browser],
    ['/markets', { accept: 'application/json' }],
    ['/.secret', browser],
    ['/../package.json', browser],
    ['/..%2fpackage.json', browser],
    ['/assets/..%2f..%2f.secret', browser],
    ['/assets', browser],
    ['/%00', { accept: '*/*' }],
  ])('%s is not there', async (url, headers) => {
    const answer = await get(url, headers)
    expect([
      [403, 404, 400].includes(answer.statusCode),
      answer.json().status,
      answer.body.includes('no-secret'),
    ]).toEqual([true, 'error', false])
  })

  test('carries on every answer what keeps it from being framed, sniffed or referred to', async () => {
    for (const url of ['/', '/assets/index-1.js', '/api/get_user', '/gone.js', '/docs', '/health']) {
      const { headers } = await get(url)
      expect([
        url,
        headers['x-content-type-options'],
        headers['referrer-policy'],
        headers['cross-origin-opener-policy'],
        headers['cross-origin-resource-policy'],
        String(headers['content-security-policy']).includes("frame-ancestors 'none'"),
        headers['access-control-allow-origin'],
        headers['x-powered-by'],
      ]).toEqual([url, 'nosniff', 'no-referrer', 'same-origin', 'same-origin', true, undefined, undefined])
    }
  })

  test('is described call by call for people and for programs', async () => {
    const page = await get('/docs')
    const document = (await get('/docs/openapi.json')).json()
    expect(document.openapi).toEqual('3.1.0')
    const described = Object.entries<Record<string, { operationId: string }>>(document.paths).flatMap(
      ([path, methods]) =>
        Object.entries(methods).map(([method, { operationId }]) => `${method} ${path} ${operationId}`),
    )
    const declared = (contract as readonly Endpoint[]).map(
      ({ method, base, path, name }) => `${method.toLowerCase()} ${defaultBases[base]}${path} ${name}`,
    )
    expect(described.sort()).toEqual(declared.sort())
    expect(
      (contract as readonly Endpoint[]).filter((call) => !page.body.includes(`id="${call.name}"`)),
    ).toEqual([])
    const [, nonce] = /'nonce-([^']+)'/.exec(String(page.headers['content-security-policy'])) ?? []
    expect(page.body).toContain(`<style nonce="${nonce}">`)
    expect(page.body).not.toMatch(/<script|style="| on[a-z]+="|https?:\/\//)
  })

  test('says that it is well and ready, and when its store is gone that it is not', async () => {
    const own = await startServer()
    const statuses = async () => [
      (await own.app.inject({ url: '/health', headers: { host: HOST } })).statusCode,
      (await own.app.inject({ url: '/ready', headers: { host: HOST } })).statusCode,
    ]
    expect(await statuses()).toEqual([200, 200])
    await own.store.close()
    expect(await statuses()).toEqual([200, 503])
    await own.app.close()
  })
})
