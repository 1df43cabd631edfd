import { EngineError, type EngineFunction } from '../failure.ts'
import { archiveOf, compileModule, type EngineModules, type ModuleName } from '../modules.ts'
import type { EngineGlobal } from './global-functions.ts'
import type { LoadStep } from './messages.ts'

export interface LoadPorts {
  readonly fetch: (url: string) => Promise<{
    readonly ok: boolean
    readonly status: number
    arrayBuffer(): Promise<ArrayBuffer>
  }>
  readonly runScript: (url: string) => Promise<unknown>
  readonly global: EngineGlobal
  readonly onStep: (step: LoadStep) => void
}

export const HOST_URL = '/wasm/wasm_exec.js'

const functions: readonly EngineFunction[] = ['GetTechnicals', 'Backtest']

/** Returns null if the functions exist already. `known` modules are not fetched. Rejects with EngineError. */
export const loadEngines = async (
  ports: LoadPorts,
  known: EngineModules | null = null,
): Promise<EngineModules | null> => {
  if (functions.every((name) => typeof ports.global[name] === 'function')) return null
  ports.onStep('downloading')
  const host = runHost(ports)
  // If the download fails too, its error is the one reported.
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
    technicals: await compileModule('technicals', technicals, urlOf('technicals')),
    backtest: await compileModule('backtest', backtest, urlOf('backtest')),
  }
}

const urlOf = (name: ModuleName): string => `/wasm/${archiveOf(name)}`

const download = async ({ fetch }: LoadPorts, name: ModuleName): Promise<ArrayBuffer> => {
  const file = urlOf(name)
  const unreachable = (cause: unknown) => {
    throw new EngineError({ kind: 'unreachable', file }, { cause })
  }
  const response = await fetch(file).catch(unreachable)
  if (!response.ok) throw new EngineError({ kind: 'download', file, status: String(response.status) })
  return response.arrayBuffer().catch(unreachable)
}
