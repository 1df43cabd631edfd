import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'

/** Kilobytes after gzip. */
const budgets = {
  'first-load script': 200,
  'loaded with the sign-in': 200,
  'first-load styles': 30,
  'each engine zip': 40,
  'largest screen': 120,
}

const client = resolve(import.meta.dirname, '../dist/client')
const gzipped = (path) => gzipSync(readFileSync(join(client, path)), { level: 9 }).length / 1024
const html = readFileSync(join(client, 'index.html'), 'utf8')
const linked = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map(([, path]) => path)
const sum = (paths) => paths.reduce((total, path) => total + gzipped(path), 0)
const assets = readdirSync(join(client, 'assets')).map((name) => `assets/${name}`)
const zips = readdirSync(join(client, 'wasm')).filter((name) => name.endsWith('.zip'))

const importsOf = (path) =>
  [...readFileSync(join(client, path), 'utf8').matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)].map(
    ([, name]) => `assets/${name}`,
  )

/** A script with all it imports, without those that are there already. */
const withImports = (path, seen) => {
  if (seen.has(path)) return []
  seen.add(path)
  return [path, ...importsOf(path).flatMap((one) => withImports(one, seen))]
}
/** Loaded before any screen is opened: the first load, then the shell and the areas of a signed-in user. */
const there = new Set(linked)
const withSignIn = ['signed-in'].map((name) => {
  const path = assets.find((one) => one.endsWith('.js') && one.startsWith(`assets/${name}-`))
  return path === undefined ? [] : withImports(path, there)
})
const screens = assets.filter((path) => /-screen-[^/]+\.js$/.test(path))

const sizes = {
  'first-load script': sum(linked.filter((path) => path.endsWith('.js'))),
  'loaded with the sign-in': sum(withSignIn.flat()),
  'first-load styles': sum(linked.filter((path) => path.endsWith('.css'))),
  'each engine zip': Math.max(...zips.map((name) => readFileSync(join(client, 'wasm', name)).length / 1024)),
  'largest screen': Math.max(...screens.map((path) => sum(withImports(path, new Set(there))))),
}
let isOver = [linked, screens, ...withSignIn].some((found) => found.length === 0)
for (const [name, budget] of Object.entries(budgets)) {
  const size = sizes[name]
  if (!(size <= budget)) isOver = true
  process.stdout.write(`${name}: ${size.toFixed(1)} KB of ${budget}\n`)
}
process.exit(isOver ? 1 : 0)
