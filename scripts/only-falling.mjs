import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

// Counts that may only fall. Today's are written down beside the script that counts them; more fails, and fewer are
// written down with `-- --write`, so that they cannot come back.
export const root = resolve(import.meta.dirname, '..')

export const filesBelow = (folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))

/** Scripts of the console and the server, but for the kernels, which are another language. */
export const isScript = (path) =>
  /\.tsx?$/.test(path) && !path.endsWith('.d.ts') && !path.startsWith('src/engine/assembly/')

/**
 * Ends the process: with 1 where a count has risen. `counts` are numbers by name, or such by group; what is not written
 * down may be as much as `usual` says for its group, 0 where it says nothing. `--write` writes down what has fallen and
 * never a larger number: that is edited by hand, where a reader of the change sees it.
 */
export const mayOnlyFall = (name, counts, usual = {}) => {
  const file = join(import.meta.dirname, `${name}.json`)
  const written = JSON.parse(readFileSync(file, 'utf8'))
  const risen = []
  let hasFallen = false
  const lowered = {}
  for (const [group, now] of Object.entries(counts)) {
    const before = written[group] ?? {}
    lowered[group] = {}
    for (const one of new Set([...Object.keys(now), ...Object.keys(before)])) {
      const [count, limit] = [now[one] ?? usual[group] ?? 0, before[one] ?? usual[group] ?? 0]
      if (count > limit) risen.push(`${group}: ${one}: ${count}, at most ${limit}`)
      if (count < limit) hasFallen = true
      const kept = Math.min(count, limit)
      if (kept > (usual[group] ?? 0) || (one in now && one in before)) lowered[group][one] = kept
    }
  }
  const total = Object.entries(counts).map(([group, now]) => `${Object.keys(now).length} ${group}`)
  process.stdout.write(`${[...risen, total.join(', ')].join('\n')}\n`)
  if (hasFallen && process.argv.includes('--write')) {
    writeFileSync(file, `${JSON.stringify(lowered, null, 2)}\n`)
  } else if (hasFallen) process.stdout.write(`Some are fewer than written down: npm run ${name} -- --write\n`)
  process.exit(risen.length > 0 ? 1 : 0)
}
