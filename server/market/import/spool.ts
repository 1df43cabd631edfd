import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Refusal } from '../../refusal.ts'

/** Emptied at start: received files do not outlive the server. */
export const createSpool = async (dataDir: string) => {
  const root = join(dataDir, 'imports')
  await rm(root, { recursive: true, force: true })

  return {
    /** Throws Refusal beyond `bytesMax`; a broken stream leaves no file. */
    async receive(importId: string, index: number, source: Readable, bytesMax: number) {
      const folder = join(root, importId)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, String(index))
      let bytes = 0
      const count = new Transform({
        transform(chunk: Buffer, _, done) {
          bytes += chunk.length
          if (bytes > bytesMax)
            done(new Refusal('TOO_LARGE', 'The files of one import may hold 2 GB at most'))
          else done(null, chunk)
        },
      })
      try {
        await pipeline(source, count, createWriteStream(path, { mode: 0o600 }))
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
      return { path, bytes }
    },

    async remove(importId: string): Promise<void> {
      await rm(join(root, importId), { recursive: true, force: true })
    },
  }
}
