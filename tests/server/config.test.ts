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
      market: 'simulated',
      marketSeed: 1,
      firstUser: 'trader',
      firstPassword: null,
      allowedHosts: [],
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
    [{ MARKET_SEED: '1.5' }, [], 'MARKET_SEED: expected a whole number of at most 9 digits, found "1.5"'],
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
