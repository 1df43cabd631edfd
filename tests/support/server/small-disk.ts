import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const LARGEST_WRITE = 1 << 20
const SMALLEST_WRITE = 4096

/** A tmpfs small enough to fill. Null when this user may not mount one. */
export const mountSmallDisk = (): string | null => {
  const folder = mkdtempSync(join(tmpdir(), 'sauda-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=200m', 'tmpfs', folder], { stdio: 'ignore' })
    return folder
  } catch {
    rmSync(folder, { recursive: true })
    return null
  }
}

export const fillDisk = (path: string): void => {
  const file = openSync(path, 'a')
  for (let size = LARGEST_WRITE; size >= SMALLEST_WRITE; ) {
    try {
      if (writeSync(file, Buffer.alloc(size, 1)) < size) size >>= 1
    } catch {
      size >>= 1
    }
  }
  closeSync(file)
}
