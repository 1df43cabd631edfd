import { createInterface } from 'node:readline/promises'
import { ConfigError } from '../config.ts'
import { FileFault } from '../market/import/text-lines.ts'
import { StoreError } from '../store/database/store-error.ts'

export class UsageError extends Error {
  override readonly name = 'UsageError'
}

const known = [UsageError, ConfigError, StoreError, FileFault]

export const explain = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const isArgument = 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  return isArgument || known.some((kind) => error instanceof kind)
    ? error.message
    : (error.stack ?? error.message)
}

export const confirm = async (question: string, isYes: boolean): Promise<boolean> => {
  if (isYes) return true
  if (!process.stdin.isTTY) throw new UsageError('Nothing was changed. Use --yes to skip the question.')
  const asking = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await asking.question(`${question} [y/N] `)).trim())
  } finally {
    asking.close()
  }
}
