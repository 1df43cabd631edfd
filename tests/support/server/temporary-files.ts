import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** One folder for all that a run writes: workers are ended by a signal and cannot remove their own. */
export const setup = (): (() => void) => {
  const folder = mkdtempSync(join(tmpdir(), 'sauda-tests-'))
  process.env.TMPDIR = folder
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
