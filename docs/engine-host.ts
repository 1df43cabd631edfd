import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createHost, type Host } from '../src/engine/host.ts'
import { technicalsKernels } from '../src/engine/kernels.ts'
import { unzip } from '../src/engine/unzip.ts'

const root = join(import.meta.dirname, '..')

/** The technicals engine as it is shipped; it is built first where it is out of date. */
export const shippedTechnicals = async (): Promise<Host> => {
  execFileSync(process.execPath, ['src/engine/build.mjs'], { cwd: root })
  const archive = readFileSync(join(root, 'public/wasm/technicals.wasm.zip'))
  const wasm = await unzip(new Uint8Array(archive).buffer, 'technicals.wasm')
  if (wasm === null) throw new Error('the archive holds no technicals.wasm')
  return createHost(await WebAssembly.compile(wasm), 'GetTechnicals', technicalsKernels)
}
