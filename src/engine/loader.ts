import type { EngineGlobal } from './exec.ts'
import { EngineError, type EngineFunction } from './failure.ts'
import type { EngineModules, LoadStep } from './messages.ts'

/** What loading needs of its surroundings. */
export interface LoadPorts {
  readonly fetch: (url: string) => Promise<{
    readonly ok: boolean
    readonly status: number
    arrayBuffer(): Promise<ArrayBuffer>
  }>
  /** The file of that name in an archive, or null when it holds none. Rejects when the archive is damaged. */
  readonly unzip: (archive: ArrayBuffer, name: string) => Promise<Uint8Array<ArrayBuffer> | null>
  /** Runs a script that sets up the global object. */
  readonly runScript: (url: string) => Promise<unknown>
  readonly global: EngineGlobal
  readonly onStep: (step: LoadStep) => void
}

export const HOST_URL = '/wasm/wasm_exec.js'

const functions: readonly EngineFunction[] = ['GetTechnicals', 'Backtest']

/**
 * Puts both engine functions on the global object. Gives the compiled modules, or null when the functions stood there
 * already. `known` modules are not fetched again. Rejects with EngineError.
 */
export const loadEngines = async (
  ports: LoadPorts,
  known: EngineModules | null = null,
): Promise<EngineModules | null> => {
  if (functions.every((name) => typeof ports.global[name] === 'function')) return null
  ports.onStep('downloading')
  const host = runHost(ports)
  // A failed download says more than the script that failed with it.
  host.catch(() => {})
  const modules = known ?? (await fetchModules(ports))
  await host
  ports.global.startEngines?.(modules)
  for (const name of functions)
    if (typeof ports.global[name] !== 'function') throw new EngineError({ kind: 'missing', name })
  return modules
}

const runHost = async ({ runScript }: LoadPorts): Promise<void> => {
  try {
    await runScript(HOST_URL)
  } catch (cause) {
    throw new EngineError({ kind: 'damaged', file: HOST_URL, reason: String(cause) }, { cause })
  }
}

const fetchModules = async (ports: LoadPorts): Promise<EngineModules> => {
  const [technicals, backtest] = await Promise.all([
    download(ports, 'technicals'),
    download(ports, 'backtest'),
  ])
  ports.onStep('unpacking')
  return {
    technicals: await unpack(ports, 'technicals', technicals),
    backtest: await unpack(ports, 'backtest', backtest),
  }
}

const archiveOf = (name: keyof EngineModules): string => `/wasm/${name}.wasm.zip`

const download = async ({ fetch }: LoadPorts, name: keyof EngineModules): Promise<ArrayBuffer> => {
  const file = archiveOf(name)
  const unreachable = (cause: unknown) => {
    throw new EngineError({ kind: 'unreachable', file }, { cause })
  }
  const response = await fetch(file).catch(unreachable)
  if (!response.ok) throw new EngineError({ kind: 'download', file, status: String(response.status) })
  return response.arrayBuffer().catch(unreachable)
}

const unpack = async (
  { unzip }: LoadPorts,
  name: keyof EngineModules,
  archive: ArrayBuffer,
): Promise<WebAssembly.Module> => {
  const file = archiveOf(name)
  const damaged = (reason: string, cause?: unknown) =>
    new EngineError({ kind: 'damaged', file, reason }, { cause })
  const bytes = await unzip(archive, `${name}.wasm`).catch((cause) => {
    throw damaged(cause instanceof Error ? cause.message : String(cause), cause)
  })
  if (bytes === null) throw damaged(`it holds no ${name}.wasm`)
  return WebAssembly.compile(bytes).catch((cause) => {
    throw damaged(cause instanceof Error ? cause.message : String(cause), cause)
  })
}
