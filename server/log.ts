import { pino } from 'pino'
import type { Log } from './ports.ts'
import type { SecretWatch } from './services/secret-watch.ts'

const WITHHELD = `${JSON.stringify({ level: 50, msg: 'a log line was withheld because it held a secret' })}\n`

/** Writes JSON lines to `write`. A line in which the watch recognises a live secret is replaced by a word about it. */
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
      // Addresses can hold secrets, and the framework logs a request in a few of its own warnings.
      serializers: { req: () => undefined, err: pino.stdSerializers.err },
    },
    { write: (line: string) => write(secrets.sees(line) ? WITHHELD : line) },
  )
