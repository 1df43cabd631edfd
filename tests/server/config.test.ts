import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from '../../server/config.ts'

const problemsOf = (environment: Record<string, string>, args: string[] = []): readonly string[] => {
  try {
    readConfig(environment, args)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

describe('configuration', () => {
  test('nothing set is a working server on this machine alone', () => {
    expect(readConfig({}, [])).toEqual({
      port: 4173,
      host: '127.0.0.1',
      dataDir: './data',
      databaseUrl: null,
      isStandby: false,
      market: 'simulated',
      marketSeed: 1,
      marketClock: { kind: 'always' },
      marketStart: null,
      warmsUp: true,
      logoBase: null,
      webhooksMayBePrivate: false,
      fillModel: 'strict',
      firstUser: 'trader',
      firstPassword: null,
      allowedHosts: [],
      trustedProxies: [],
      logLevel: 'info',
      isInsecureLan: false,
    })
  })

  test('an empty variable counts as not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' }, [])).toEqual(readConfig({}, []))
  })

  test.each<[Record<string, string>, string[], string]>([
    [{ PORT: '80a' }, [], 'PORT: expected a port number from 0 to 65535, found "80a"'],
    [{ PORT: '70000' }, [], 'PORT: expected a port number from 0 to 65535, found "70000"'],
    [{ PORT: '-1' }, [], 'PORT: expected a port number from 0 to 65535, found "-1"'],
    [{ MARKET: 'kite' }, [], 'MARKET: expected simulated or imported, found "kite"'],
    [
      { LOGO_BASE: 'http://pictures.example' },
      [],
      'LOGO_BASE: expected an address that begins with https://, found "http://pictures.example"',
    ],
    [{ STANDBY: 'on' }, [], 'STANDBY: needs DATABASE_URL, as a database in a file belongs to one machine'],
    [{ MARKET_SEED: '1.5' }, [], 'MARKET_SEED: expected a whole number of at most 9 digits, found "1.5"'],
    [
      { MARKET_CLOCK: 'x1' },
      [],
      'MARKET_CLOCK: expected real, always, or a speed from x2 to x600, found "x1"',
    ],
    [
      { MARKET_CLOCK: 'x601' },
      [],
      'MARKET_CLOCK: expected real, always, or a speed from x2 to x600, found "x601"',
    ],
    [
      { MARKET_START: '2026-02-30 10:00' },
      [],
      'MARKET_START: expected YYYY-MM-DD HH:MM in IST, found "2026-02-30 10:00"',
    ],
    [{ FILL_MODEL: 'kind' }, [], 'FILL_MODEL: expected strict, touch or ltp, found "kind"'],
    [
      { TRUSTED_PROXIES: '10.0.0.0/33' },
      [],
      'TRUSTED_PROXIES: expected IP addresses or ranges such as 10.0.0.0/8, separated by commas, found "10.0.0.0/33"',
    ],
    [
      { LOG_LEVEL: 'loud' },
      [],
      'LOG_LEVEL: expected fatal, error, warn, info, debug, trace or silent, found "loud"',
    ],
    [
      { DATABASE_URL: 'mysql://root:hunter2@x/y' },
      [],
      'DATABASE_URL: expected postgres://USER@HOST:PORT/DATABASE, found something else (not shown, it is secret)',
    ],
    [
      { FIRST_PASSWORD: 'short' },
      [],
      'FIRST_PASSWORD: expected 12 characters or more, found something else (not shown, it is secret)',
    ],
    [
      { FIRST_USER: 'a b' },
      [],
      'FIRST_USER: expected 1 to 64 letters, digits, dots, dashes or underscores, found "a b"',
    ],
    [
      { HOST: '0.0.0.0' },
      [],
      'HOST: 0.0.0.0 is reachable from other machines without encryption; use 127.0.0.1, or start with --insecure-lan if you accept that',
    ],
    [{}, ['--fast'], '--fast: unknown argument; --insecure-lan is the only one'],
  ])('%j %j is refused in one sentence', (environment, args, sentence) => {
    expect(problemsOf(environment, args)).toEqual([sentence])
  })

  test.each([
    [{ MARKET_CLOCK: 'real' }, { marketClock: { kind: 'real' } }],
    [{ MARKET_CLOCK: 'x60' }, { marketClock: { kind: 'accelerated', speed: 60 } }],
    [{ MARKET_START: '2024-04-01 09:15' }, { marketStart: Date.UTC(2024, 3, 1, 3, 45) }],
    [{ FILL_MODEL: 'touch' }, { fillModel: 'touch' }],
    [{ WARM_UP: 'off' }, { warmsUp: false }],
    [{ LOGO_BASE: 'https://pictures.example/in' }, { logoBase: 'https://pictures.example/in' }],
    [{ WEBHOOKS_PRIVATE: 'on' }, { webhooksMayBePrivate: true }],
  ])('%j is read', (environment, expected) => {
    expect(readConfig(environment as Record<string, string>, [])).toEqual({
      ...readConfig({}, []),
      ...expected,
    })
  })

  test('all problems are told at once', () => {
    expect(problemsOf({ PORT: 'x', MARKET: 'y', LOG_LEVEL: 'z' }).map((text) => text.split(':')[0])).toEqual([
      'PORT',
      'MARKET',
      'LOG_LEVEL',
    ])
  })

  test('another address than loopback is accepted when it is asked for by name', () => {
    const { host, isInsecureLan } = readConfig({ HOST: '192.168.1.5' }, ['--insecure-lan'])
    expect({ host, isInsecureLan }).toEqual({ host: '192.168.1.5', isInsecureLan: true })
  })
})
