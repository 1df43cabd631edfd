import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import optimizeLocales from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/**
 * sonner adds its style element without the page's nonce, which the content security policy refuses. Its call is
 * dropped and `sonner/dist/styles.css` imported instead; the build fails when the call is no longer there.
 */
const sonnerWithoutInlineStyle = (): Plugin => {
  let seen = false
  return {
    name: 'sonner-without-inline-style',
    apply: 'build',
    transform(code, id) {
      if (!/node_modules\/sonner\/dist\/index\.mjs$/.test(id)) return null
      seen = true
      const call = /^__insertCSS\(".*"\);?$/m
      if (!call.test(code))
        throw new Error('sonner no longer calls __insertCSS: look at its style handling again')
      return { code: code.replace(call, ''), map: null }
    },
    buildEnd(error) {
      if (!error && !seen && this.environment.name === 'client') this.warn('sonner is not part of this build')
    },
  }
}

/** Scripts and styles are compressed once, at their best, beside themselves; the server sends what the browser takes. */
const compressedBeside = (): Plugin => ({
  name: 'compressed-beside',
  apply: 'build',
  writeBundle({ dir }) {
    const folder = join(dir ?? 'dist/client', 'assets')
    for (const name of readdirSync(folder)) {
      if (!/\.(js|css)$/.test(name)) continue
      const bytes = readFileSync(join(folder, name))
      writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes))
      writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }))
    }
  },
})

/** What is loaded with the sign-in, and all that it imports: one file compresses better than thirty. */
const signedIn = ['/src/console/after-sign-in.ts', '/src/views/shell/shell.tsx']

type ImportsOf = (id: string) => { readonly importedIds: readonly string[] } | null

const createWithSignIn = () => {
  let found: ReadonlySet<string> | null = null
  return (importsOf: ImportsOf): ReadonlySet<string> => {
    if (found !== null) return found
    const seen = new Set<string>()
    const walk = (id: string): void => {
      if (seen.has(id)) return
      seen.add(id)
      for (const next of importsOf(id)?.importedIds ?? []) walk(next)
    }
    for (const path of signedIn) walk(join(import.meta.dirname, path))
    found = seen
    return found
  }
}

/** The server reads its samples as files, beside its own script. */
const samplesBeside = (): Plugin => ({
  name: 'samples-beside',
  apply: 'build',
  writeBundle({ dir }) {
    cpSync('server/samples', join(dir ?? 'dist/server', 'samples'), { recursive: true })
  },
})

const withSignIn = createWithSignIn()

const serverEntries = {
  main: 'server/main.ts',
  user: 'server/cli/user.ts',
  import: 'server/cli/import.ts',
  ledger: 'server/cli/ledger.ts',
  backup: 'server/cli/backup.ts',
  quotes: 'server/quotes/main.ts',
  reading: 'server/reading/thread.ts',
  importing: 'server/importing/thread.ts',
  evaluating: 'server/evaluating/thread.ts',
  scanning: 'server/scanning/thread.ts',
}

export default defineConfig(({ mode }) =>
  mode === 'server'
    ? {
        plugins: [samplesBeside()],
        publicDir: false,
        build: {
          ssr: true,
          outDir: 'dist/server',
          emptyOutDir: true,
          target: 'node20',
          sourcemap: true,
          rolldownOptions: { input: serverEntries },
        },
      }
    : {
        plugins: [
          react(),
          { ...optimizeLocales.vite({ locales: ['en-US', 'en-GB', 'en-IN'] }), enforce: 'pre' as const },
          sonnerWithoutInlineStyle(),
          compressedBeside(),
        ],
        html: { cspNonce: 'CSP_NONCE' },
        worker: { format: 'es' as const },
        build: {
          outDir: 'dist/client',
          emptyOutDir: true,
          target: 'es2023',
          sourcemap: false,
          modulePreload: { polyfill: false },
          // `npm run size` is the measure, after compression.
          chunkSizeWarningLimit: 700,
          // What the first load needs is one file, not forty; what is loaded later shares as it did.
          rolldownOptions: {
            output: {
              codeSplitting: {
                groups: [
                  { name: 'start', tags: ['$initial'] },
                  {
                    debugName: 'signed-in',
                    name: (id, modules) =>
                      withSignIn((one) => modules.getModuleInfo(one)).has(id) ? 'signed-in' : null,
                  },
                ],
              },
            },
          },
        },
        server: {
          proxy: {
            '/api': 'http://127.0.0.1:4173',
            '/docs': 'http://127.0.0.1:4173',
            '/quotes': { target: 'ws://127.0.0.1:4173', ws: true },
          },
        },
      },
)
