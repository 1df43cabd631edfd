import { isIP } from 'node:net'
import * as z from 'zod/mini'
import {
  type EpochMs,
  epochMs,
  MINUTE_MS,
  parseClock,
  parseIstDate,
  startOfIstDate,
} from '../src/domain/time.ts'
import { type FillModel, fillModels } from './broker/exchange.ts'
import type { MarketClockMode } from './market/market-clock.ts'

const LOOPBACK = ['127.0.0.1', '::1', 'localhost']

const PASSWORD_LENGTH = { least: 12, most: 128 }

const SPEED_MAX = 600

const readMarketStart = (text: string): EpochMs | null => {
  const [day = '', clock = ''] = text.split(' ')
  const [date, minute] = [parseIstDate(day), parseClock(clock)]
  return date === null || minute === null ? null : epochMs(startOfIstDate(date) + minute * MINUTE_MS)
}

const readClockMode = (text: string): MarketClockMode =>
  text === 'real' || text === 'always'
    ? { kind: text }
    : { kind: 'accelerated', speed: Number(text.slice(1)) }

const isAddressRange = (text: string): boolean => {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  const most = family === 6 ? 128 : 32
  return (
    family !== 0 &&
    rest.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
  )
}

const isWebAddress = (text: string): boolean => URL.canParse(text) && new URL(text).protocol === 'https:'

const optionalText = (schema: z.ZodMiniString) => z.optional(schema)

const Environment = z.object({
  PORT: z._default(
    z
      .string('')
      .check(
        z.refine(
          (text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535,
          'expected a port number from 0 to 65535',
        ),
      ),
    '4173',
  ),
  HOST: z._default(z.string().check(z.minLength(1, 'expected an address or a host name')), '127.0.0.1'),
  DATA_DIR: z._default(z.string().check(z.minLength(1, 'expected a folder')), './data'),
  DATABASE_URL: optionalText(
    z.string().check(z.regex(/^postgres(ql)?:\/\/\S+$/, 'expected postgres://USER@HOST:PORT/DATABASE')),
  ),
  STANDBY: z._default(z.enum(['on', 'off'], 'expected on or off'), 'off'),
  MARKET: z._default(z.enum(['simulated', 'imported'], 'expected simulated or imported'), 'simulated'),
  MARKET_SEED: z._default(
    z.string().check(z.regex(/^\d{1,9}$/, 'expected a whole number of at most 9 digits')),
    '1',
  ),
  MARKET_CLOCK: z._default(
    z
      .string()
      .check(
        z.refine(
          (text) =>
            ['real', 'always'].includes(text) ||
            (/^x\d{1,3}$/.test(text) && Number(text.slice(1)) >= 2 && Number(text.slice(1)) <= SPEED_MAX),
          `expected real, always, or a speed from x2 to x${SPEED_MAX}`,
        ),
      ),
    'always',
  ),
  MARKET_START: optionalText(
    z.string().check(z.refine((text) => readMarketStart(text) !== null, 'expected YYYY-MM-DD HH:MM in IST')),
  ),
  WARM_UP: z._default(z.enum(['on', 'off'], 'expected on or off'), 'on'),
  LOGO_BASE: optionalText(
    z.string().check(z.refine((text) => isWebAddress(text), 'expected an address that begins with https://')),
  ),
  WEBHOOKS_PRIVATE: z._default(z.enum(['on', 'off'], 'expected on or off'), 'off'),
  FILL_MODEL: z._default(z.enum(fillModels, 'expected strict, touch or ltp'), 'strict'),
  FIRST_USER: z._default(
    z
      .string()
      .check(
        z.regex(/^[A-Za-z0-9._-]{1,64}$/, 'expected 1 to 64 letters, digits, dots, dashes or underscores'),
      ),
    'trader',
  ),
  FIRST_PASSWORD: optionalText(
    z
      .string()
      .check(
        z.minLength(PASSWORD_LENGTH.least, `expected ${PASSWORD_LENGTH.least} characters or more`),
        z.maxLength(PASSWORD_LENGTH.most, `expected ${PASSWORD_LENGTH.most} characters or fewer`),
      ),
  ),
  ALLOWED_HOSTS: z._default(
    z
      .string()
      .check(
        z.regex(/^[A-Za-z0-9.:[\]-]*(,[A-Za-z0-9.:[\]-]+)*$/, 'expected host names separated by commas'),
      ),
    '',
  ),
  TRUSTED_PROXIES: z._default(
    z
      .string()
      .check(
        z.refine(
          (text) => text === '' || text.split(',').every(isAddressRange),
          'expected IP addresses or ranges such as 10.0.0.0/8, separated by commas',
        ),
      ),
    '',
  ),
  LOG_LEVEL: z._default(
    z.enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'expected fatal, error, warn, info, debug, trace or silent',
    ),
    'info',
  ),
})

export interface Config {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  /** Null is SQLite in `dataDir`. */
  readonly databaseUrl: string | null
  readonly isStandby: boolean
  readonly market: 'simulated' | 'imported'
  readonly marketSeed: number
  readonly marketClock: MarketClockMode
  /** Market time of the first start, and where the replay of imported candles begins; null is now. */
  readonly marketStart: EpochMs | null
  /** Computes option chains and past sessions after a start, ahead of the first request. */
  readonly warmsUp: boolean
  /** Where pictures of shares are; null draws them. */
  readonly logoBase: string | null
  /** Allows webhooks to addresses in private networks, and over plain HTTP. */
  readonly webhooksMayBePrivate: boolean
  readonly fillModel: FillModel
  readonly firstUser: string
  readonly firstPassword: string | null
  /** Host names besides loopback. */
  readonly allowedHosts: readonly string[]
  /** Addresses and ranges whose `X-Forwarded-For` is used. */
  readonly trustedProxies: readonly string[]
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  readonly isInsecureLan: boolean
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(`The configuration is not usable:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.problems = problems
  }
}

const SECRET = new Set(['FIRST_PASSWORD', 'DATABASE_URL'])

const found = (name: string, value: string | undefined): string =>
  SECRET.has(name) ? 'found something else (not shown, it is secret)' : `found ${JSON.stringify(value ?? '')}`

/** Throws ConfigError with all problems at once. */
export const readConfig = (
  environment: Readonly<Record<string, string | undefined>>,
  args: readonly string[],
): Config => {
  // Shells and service files write an unset variable as an empty one.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(given)
  const problems = args
    .filter((arg) => arg !== '--insecure-lan')
    .map((arg) => `${arg}: unknown argument; --insecure-lan is the only one`)
  const isInsecureLan = args.includes('--insecure-lan')
  if (!parsed.success) {
    for (const issue of parsed.error.issues) {
      const name = String(issue.path[0])
      problems.push(`${name}: ${issue.message}, ${found(name, environment[name])}`)
    }
    throw new ConfigError(problems)
  }
  const values = parsed.data
  if (!LOOPBACK.includes(values.HOST) && !isInsecureLan) {
    problems.push(
      `HOST: ${values.HOST} is reachable from other machines without encryption; use 127.0.0.1, or start with --insecure-lan if you accept that`,
    )
  }
  if (values.STANDBY === 'on' && values.DATABASE_URL === undefined)
    problems.push('STANDBY: needs DATABASE_URL, as a database in a file belongs to one machine')
  if (problems.length > 0) throw new ConfigError(problems)
  return {
    port: Number(values.PORT),
    host: values.HOST,
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL ?? null,
    isStandby: values.STANDBY === 'on',
    market: values.MARKET,
    marketSeed: Number(values.MARKET_SEED),
    marketClock: readClockMode(values.MARKET_CLOCK),
    marketStart: values.MARKET_START === undefined ? null : readMarketStart(values.MARKET_START),
    warmsUp: values.WARM_UP === 'on',
    logoBase: values.LOGO_BASE ?? null,
    webhooksMayBePrivate: values.WEBHOOKS_PRIVATE === 'on',
    fillModel: values.FILL_MODEL,
    firstUser: values.FIRST_USER,
    firstPassword: values.FIRST_PASSWORD ?? null,
    allowedHosts: values.ALLOWED_HOSTS.split(',').filter((host) => host !== ''),
    trustedProxies: values.TRUSTED_PROXIES.split(',').filter((range) => range !== ''),
    logLevel: values.LOG_LEVEL,
    isInsecureLan,
  }
}
