import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { archiveOf, compileModule } from '../../src/engine/modules.ts'

export const loadEngine = async (wasmFolder: string): Promise<WebAssembly.Module> => {
  const file = join(wasmFolder, archiveOf('backtest'))
  const archive = new Uint8Array(await readFile(file)).buffer
  return compileModule('backtest', archive, file)
}
