import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Null without the reference data, as in a user's clone; tests that need it skip and say so. */
export const sharedData = (relativePath: string): string | null => {
  const root = process.env.SAUDA_SHARED_DATA ?? resolve(import.meta.dirname, '../../../shared/data')
  const path = join(root, relativePath)
  return existsSync(path) ? path : null
}
