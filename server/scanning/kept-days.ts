import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { KeptSeries } from './scan-columns.ts'

export type KeptEntries = readonly (readonly [key: string, series: KeptSeries])[]

interface Written {
  readonly of: string
  readonly entries: KeptEntries
}

const FILE = 'scanned-days.bin'

/**
 * Days of the simulated market between two starts: making those of 500 shares takes a minute. `of` says of which market
 * they are now. What is missing, of another market or damaged is made again.
 */
export const createKeptDays = (folder: string, of: () => string) => {
  const path = join(folder, FILE)
  return {
    async read(): Promise<KeptEntries> {
      try {
        const written = deserialize(await readFile(path)) as Partial<Written>
        return written.of === of() && Array.isArray(written.entries) ? written.entries : []
      } catch {
        return []
      }
    },

    /** In one step, so that a crash leaves the file before it. */
    async write(entries: KeptEntries): Promise<void> {
      const written: Written = { of: of(), entries }
      await writeFile(`${path}.new`, serialize(written), { mode: 0o600 })
      await rename(`${path}.new`, path)
    },
  }
}

export type KeptDays = ReturnType<typeof createKeptDays>
