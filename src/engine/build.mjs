/** Builds the zipped modules and host script into public/wasm. Skips unchanged ones: compiling is slow. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const engine = dirname(fileURLToPath(import.meta.url))
const root = join(engine, '../..')
const out = join(root, 'public/wasm')
const cache = join(root, '.cache')
const stampFile = join(cache, 'engines.json')

const columns = [
  'moving-averages',
  'average-difference',
  'adaptive-averages',
  'windows',
  'momentum',
  'volatility',
  'trend',
  'volume',
  'prices',
  'sessions',
  'arithmetic',
  'candles',
]
const families = { technicals: columns, backtest: [...columns, 'conditions', 'trades'] }

/** Zip entries carry a date; a fixed one makes equal modules give equal archives. */
const ZIP_DATE = new Date('2026-01-01T00:00:00Z')

const filesUnder = async (folder) => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

const stampOf = async (files) => {
  const hash = createHash('sha256')
  for (const file of files)
    hash
      .update(relative(root, file))
      .update('\0')
      .update(await readFile(file))
  return hash.digest('hex')
}

const compile = async (name) => {
  const [{ default: asc }, { default: JSZip }] = await Promise.all([
    import('assemblyscript/asc'),
    import('jszip'),
  ])
  const wasm = `${name}.wasm`
  let bytes = null
  const messages = []
  const { error } = await asc.main(
    [
      ...families[name].map((family) => `src/engine/assembly/${family}.ts`),
      ...['--baseDir', root, '--outFile', wasm, '-O3', '--noAssert', '--runtime', 'stub'],
      ...['--enable', 'simd', '--use', 'abort='],
    ],
    {
      stderr: { write: (text) => messages.push(text) },
      writeFile: (file, contents) => {
        if (file === wasm) bytes = contents
      },
    },
  )
  if (error !== null || bytes === null) throw new Error(`${wasm} does not compile\n${messages.join('')}`)
  const zip = new JSZip()
  zip.file(wasm, bytes, { date: ZIP_DATE })
  const archive = await zip.generateAsync({
    type: 'nodebuffer',
    compression: 'DEFLATE',
    compressionOptions: { level: 9 },
  })
  return archive
}

const bundleHost = async (folder) => {
  const { build } = await import('vite')
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    build: {
      outDir: folder,
      target: 'es2023',
      lib: {
        entry: join(engine, 'worker/global-functions.ts'),
        formats: ['iife'],
        name: 'engines',
        fileName: () => 'wasm_exec.js',
      },
    },
  })
  return readFile(join(folder, 'wasm_exec.js'))
}

const kernels = await filesUnder(join(engine, 'assembly'))
const host = [
  // With the kernels: the host imports the slots of their parameter blocks.
  ...(await filesUnder(engine)),
  ...(await filesUnder(join(root, 'src/domain'))),
]
const tools = [fileURLToPath(import.meta.url), join(root, 'package-lock.json')]

const targets = [
  { file: 'technicals.wasm.zip', inputs: kernels, make: () => compile('technicals') },
  { file: 'backtest.wasm.zip', inputs: kernels, make: () => compile('backtest') },
  { file: 'wasm_exec.js', inputs: host, make: bundleHost },
]

/** A concurrent reader sees either the whole old file or the whole new one. */
const replaceFile = async (folder, file, bytes) => {
  const fresh = join(folder, 'fresh')
  await writeFile(fresh, bytes)
  await rename(fresh, file)
}

await mkdir(out, { recursive: true })
await mkdir(cache, { recursive: true })
const stamps = existsSync(stampFile) ? JSON.parse(await readFile(stampFile, 'utf8')) : {}
for (const { file, inputs, make } of targets) {
  const stamp = await stampOf([...tools, ...inputs])
  if (stamps[file] === stamp && existsSync(join(out, file))) continue
  const folder = await mkdtemp(join(cache, 'engines-'))
  try {
    await replaceFile(folder, join(out, file), await make(folder))
    stamps[file] = stamp
    await replaceFile(folder, stampFile, JSON.stringify(stamps))
  } finally {
    await rm(folder, { recursive: true })
  }
  process.stdout.write(`built public/wasm/${file}\n`)
}
