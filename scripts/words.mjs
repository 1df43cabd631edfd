import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { filesBelow, isScript, mayOnlyFall, root } from './only-falling.mjs'

// The words that docs/glossary.md retires, in identifiers and names of files.
const glossary = readFileSync(join(root, 'docs/glossary.md'), 'utf8')
const table = glossary.slice(glossary.indexOf('## Retired words'))
const retired = [...table.matchAll(/^\| `([A-Za-z]+)` \|/gm)].map(([, word]) => word)
if (retired.length === 0) throw new Error('docs/glossary.md: no retired words below "## Retired words"')

/** `OrderAsk` is retired as it is, `desk` wherever it is a word of a name. */
const isIn = (name, word) =>
  /[A-Z]/.test(word)
    ? name === word
    : name.split(/(?=[A-Z])|[^A-Za-z]+/).some((part) => part.toLowerCase() === word)

const counts = {}
const count = (name) => {
  for (const word of retired) if (isIn(name, word)) counts[word] = (counts[word] ?? 0) + 1
}
for (const path of ['src', 'server'].flatMap(filesBelow).filter(isScript)) {
  count(path.split('/').at(-1))
  const source = ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest)
  const visit = (node) => {
    if (ts.isIdentifier(node)) count(node.text)
    ts.forEachChild(node, visit)
  }
  visit(source)
}
mayOnlyFall('words', { 'retired words': counts })
