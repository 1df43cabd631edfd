import { pino } from 'pino'
import type { Log } from './ports.ts'
import type { SecretWatch } from './services/session/secret-watch.ts'

const WITHHELD = `${JSON.stringify({ level: 50, msg: 'a log line was withheld because it held a secret' })}\n`

export const createLog = ({
  level,
  secrets,
  write,
}: {
  readonly level: string
  readonly secrets: SecretWatch
  readonly write: (line: string) => void
}): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      // Addresses can hold secrets, and the framework logs requests in some of its warnings.
      serializers: { req: () => undefined, err: pino.stdSerializers.err },
    },
    { write: (line: string) => write(secrets.sees(line) ? WITHHELD : line) },
  )
