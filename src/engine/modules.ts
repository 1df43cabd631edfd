import JSZip from 'jszip'
import { EngineError } from './failure.ts'

export interface EngineModules {
  readonly technicals: WebAssembly.Module
  readonly backtest: WebAssembly.Module
}

export type ModuleName = keyof EngineModules

/** File name beside the host script, in the browser and on the server. */
export const archiveOf = (name: ModuleName): string => `${name}.wasm.zip`

/** `file` names the archive in the error. Rejects with EngineError `damaged`. */
export const compileModule = async (
  name: ModuleName,
  archive: ArrayBuffer,
  file: string,
): Promise<WebAssembly.Module> => {
  try {
    const zip = await JSZip.loadAsync(archive, { checkCRC32: true })
    const bytes = await zip.file(`${name}.wasm`)?.async('uint8array')
    if (bytes === undefined) throw new Error(`it holds no ${name}.wasm`)
    return await WebAssembly.compile(new Uint8Array(bytes))
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new EngineError({ kind: 'damaged', file, reason }, { cause })
  }
}
