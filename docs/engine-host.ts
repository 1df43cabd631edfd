import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createHost, type Host } from '../src/engine/kernel-host.ts'
import { archiveOf, compileModule } from '../src/engine/modules.ts'
import { technicalsKernels } from '../src/engine/program/kernels.ts'

const root = join(import.meta.dirname, '..')

/** The technicals engine as it is shipped; it is built first where it is out of date. */
export const shippedTechnicals = async (): Promise<Host> => {
  execFileSync(process.execPath, ['src/engine/build.mjs'], { cwd: root })
  const file = join(root, 'public/wasm', archiveOf('technicals'))
  const module = await compileModule('technicals', new Uint8Array(readFileSync(file)).buffer, file)
  return createHost(module, 'GetTechnicals', technicalsKernels)
}
