import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import ts from 'typescript'
import { filesBelow, isScript, mayOnlyFall, root } from './only-falling.mjs'

const LINES_PER_FUNCTION = 70
const FILES_PER_FOLDER = 25
const FILES_PER_PREFIX = 3

const files = ['src', 'server'].flatMap(filesBelow)
const scripts = files.filter(isScript).map((path) => ({
  path,
  source: ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest, true),
}))

const nameOf = (node) => {
  const { parent } = node
  const named =
    node.name ?? (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) ? parent.name : null)
  return named === null || named === undefined ? '(unnamed)' : named.getText()
}

const longFunctions = () => {
  const found = {}
  for (const { path, source } of scripts) {
    const visit = (node) => {
      if (ts.isFunctionLike(node) && node.body !== undefined) {
        const lines = lineAt(source, node.end) - lineAt(source, node.getStart()) + 1
        if (lines > LINES_PER_FUNCTION) found[`${path} ${nameOf(node)}`] = lines
      }
      ts.forEachChild(node, visit)
    }
    visit(source)
  }
  return found
}

const fullFolders = () => {
  const counts = {}
  for (const folder of [...files, ...filesBelow('tests')].map(dirname))
    counts[folder] = (counts[folder] ?? 0) + 1
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > FILES_PER_FOLDER))
}

/** Files of one folder that begin with the same word, which could name a folder. Tests mirror what they test. */
const sharedPrefixes = () => {
  const counts = {}
  for (const path of files.filter((one) => !one.endsWith('.txt'))) {
    const [word] = basename(path).split(/[-.]/)
    const prefix = `${dirname(path)}/${word}-`
    counts[prefix] = (counts[prefix] ?? 0) + 1
  }
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > FILES_PER_PREFIX))
}

const styles = files
  .filter((path) => path.endsWith('.css'))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

/** Lengths in pixels outside the tokens; a line of one pixel is a line. */
const rawPixels = () =>
  styles
    .filter(({ path }) => !path.startsWith('src/views/theme/'))
    .reduce((sum, { text }) => {
      const lengths = text.match(/(?<![\w-])-?\d*\.?\d+px/g) ?? []
      return sum + lengths.filter((length) => !/^-?[01]px$/.test(length)).length
    }, 0)

/** Each has the style of the whole page computed again at any change within it, such as a price. */
const pageWideHas = () =>
  styles.reduce(
    (sum, { text }) => sum + (text.match(/(?<![.\w-])(?:body|html|:root):has\(/g) ?? []).length,
    0,
  )

const lineAt = (source, position) => source.getLineAndCharacterOfPosition(position).line

const commentLines = () => {
  const written = scripts.reduce((sum, { source }) => sum + source.getLineStarts().length, 0)
  const comments = scripts.reduce((sum, { source }) => {
    const text = source.getFullText()
    const lines = new Set()
    const visit = (node) => {
      for (const { pos, end } of ts.getLeadingCommentRanges(text, node.getFullStart()) ?? [])
        for (let line = lineAt(source, pos); line <= lineAt(source, end); line++) lines.add(line)
      ts.forEachChild(node, visit)
    }
    visit(source)
    return sum + lines.size
  }, 0)
  return Math.ceil((comments * 10_000) / written) / 10
}

/** A comment is a full sentence that gives a reason, an invariant, a unit or an example. */
const fragments = () =>
  scripts.reduce((sum, { source }) => {
    const found = source.getFullText().match(/(?:\/\*\*|\/\/) (?:Of|What|Whether|Those|As if|Said|Told) /g)
    return sum + (found ?? []).length
  }, 0)

mayOnlyFall(
  'limits',
  {
    'long functions': longFunctions(),
    'full folders': fullFolders(),
    'shared prefixes': sharedPrefixes(),
    totals: {
      'lines of comment in a thousand': commentLines(),
      'comments that begin as a fragment': fragments(),
      'raw pixel lengths': rawPixels(),
      'body:has() rules': pageWideHas(),
    },
  },
  {
    'long functions': LINES_PER_FUNCTION,
    'full folders': FILES_PER_FOLDER,
    'shared prefixes': FILES_PER_PREFIX,
  },
)
