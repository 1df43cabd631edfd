import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * Path of a file of the reference data set, or null where the set is absent, as in a user's clone. Tests that need it
 * skip then and say so.
 */
export const sharedData = (relativePath: string): string | null => {
  const root = process.env.SAUDA_SHARED_DATA ?? resolve(import.meta.dirname, '../../../shared/data')
  const path = join(root, relativePath)
  return existsSync(path) ? path : null
}
