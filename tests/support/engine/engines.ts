import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { EngineFunction } from '../../../src/engine/failure.ts'
import { createHost, type Host } from '../../../src/engine/kernel-host.ts'
import { archiveOf, compileModule, type EngineModules, type ModuleName } from '../../../src/engine/modules.ts'
import { backtestKernels, technicalsKernels } from '../../../src/engine/program/kernels.ts'

const root = resolve(import.meta.dirname, '../../..')

/** Bytes of a built file of public/wasm; builds what is out of date first. */
export const builtFile = (name: string): Buffer => {
  execFileSync(process.execPath, ['src/engine/build.mjs'], { cwd: root })
  return readFileSync(resolve(root, 'public/wasm', name))
}

const moduleOf = (name: ModuleName): Promise<WebAssembly.Module> => {
  const archive = archiveOf(name)
  return compileModule(name, new Uint8Array(builtFile(archive)).buffer, archive)
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
