import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { EngineFunction } from '../../src/engine/failure.ts'
import { createHost, type Host } from '../../src/engine/host.ts'
import { backtestKernels, technicalsKernels } from '../../src/engine/kernels.ts'
import type { EngineModules } from '../../src/engine/messages.ts'
import { unzip } from '../../src/engine/unzip.ts'

const root = resolve(import.meta.dirname, '../..')

/** Bytes of a built file of public/wasm; builds what is out of date first. */
export const builtFile = (name: string): Buffer => {
  execFileSync(process.execPath, ['src/engine/build.mjs'], { cwd: root })
  return readFileSync(resolve(root, 'public/wasm', name))
}

const moduleOf = async (name: keyof EngineModules): Promise<WebAssembly.Module> => {
  const archive = builtFile(`${name}.wasm.zip`)
  const bytes = await unzip(new Uint8Array(archive).buffer, `${name}.wasm`)
  if (bytes === null) throw new Error(`the archive holds no ${name}.wasm`)
  return WebAssembly.compile(bytes)
}

/** The modules as they are shipped. */
export const engineModules = async (): Promise<EngineModules> => ({
  technicals: await moduleOf('technicals'),
  backtest: await moduleOf('backtest'),
})

/** An engine host over a module as it is shipped. */
export const engineHost = async (name: EngineFunction): Promise<Host> => {
  const { technicals, backtest } = await engineModules()
  return name === 'GetTechnicals'
    ? createHost(technicals, name, technicalsKernels)
    : createHost(backtest, name, backtestKernels)
}
