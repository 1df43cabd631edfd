import { join } from 'node:path'
import { build } from 'vite'

export interface BuiltPage {
  readonly script: string
  readonly styles: string
}

export const builtPage = async (file: string, name: string): Promise<BuiltPage> => {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      cssCodeSplit: false,
      lib: { entry: join(import.meta.dirname, file), formats: ['iife'], name },
    },
  })
  const [result] = Array.isArray(built) ? built : [built]
  const files = result !== undefined && 'output' in result ? result.output : []
  const script = files.find((one) => one.type === 'chunk')
  if (script?.type !== 'chunk') throw new Error(`${file} was not built`)
  const styles = files.flatMap((one) =>
    one.type === 'asset' && one.fileName.endsWith('.css') ? [String(one.source)] : [],
  )
  return { script: script.code, styles: styles.join('\n') }
}
