import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

const views = 'src/views'

/** Shown only to a keyboard: they follow a key press, or are lines to type. */
const keyboardOnly = [
  'src/views/palette/palette-footer.tsx',
  'src/views/shell/safety/kill-banner.tsx',
  'src/views/shell/status/key-status.tsx',
  'src/views/shell/status/status-bar.tsx',
]

const isText = (node: ts.Node): boolean =>
  (ts.isJsxText(node) && /\w/.test(node.text)) ||
  (ts.isJsxExpression(node) &&
    node.expression !== undefined &&
    (ts.isIdentifier(node.expression) || ts.isStringLiteralLike(node.expression)) &&
    !/^\s*$/.test(node.expression.text))

const tagOf = (node: ts.Node): string => (ts.isJsxElement(node) ? node.openingElement.tagName.getText() : '')

/** A button keeps its words without the cap; `press` is what a touch screen leaves out. */
const mayLoseCaps = (node: ts.Node): boolean =>
  /Button$|^button$/.test(tagOf(node)) || (ts.isJsxAttribute(node) && node.name.getText() === 'press')

const barePlaces = (file: string, source: string): readonly string[] => {
  const found: string[] = []
  const root = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const visit = (node: ts.Node): void => {
    if (mayLoseCaps(node)) return
    const children = ts.isJsxElement(node) || ts.isJsxFragment(node) ? node.children : []
    for (const child of children)
      if (ts.isJsxSelfClosingElement(child) && child.tagName.getText() === 'KeyCap' && children.some(isText))
        found.push(`${file}:${root.getLineAndCharacterOfPosition(child.getStart()).line + 1}`)
    ts.forEachChild(node, visit)
  }
  visit(root)
  return found
}

const keyInWords =
  /\bpress (?!a key)(?:[a-z]|Enter|Esc|Space)\b|\b(?:Ctrl|Alt) \S|\bEsc\b|\bEnter (?:again|to|runs|places|backtests|filters|asks)\b|\bj and k\b/i

/** Search results of keys, the drawing tools, and the words of a price line for a screen reader. */
const namingKeys = [
  ...keyboardOnly,
  'src/views/charts/candle-chart/drawings/overlays.tsx',
  'src/views/charts/candle-chart/lines/price-lines.tsx',
  'src/views/shell/help-sheet.tsx',
]

const isOfKeys = (node: ts.Node): boolean =>
  (ts.isJsxAttribute(node) && /^(press|keys|data-answers)$/.test(node.name.getText())) ||
  (ts.isPropertyAssignment(node) && node.name.getText() === 'keys')

const isWords = (node: ts.Node): node is ts.LiteralLikeNode | ts.JsxText =>
  ts.isJsxText(node) || ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)

const namedPlaces = (file: string, source: string): readonly string[] => {
  const found: string[] = []
  const root = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const visit = (node: ts.Node): void => {
    if (isOfKeys(node)) return
    if (isWords(node) && keyInWords.test(node.text.replace(/\s+/g, ' ')))
      found.push(`${file}: ${node.text.trim()}`)
    ts.forEachChild(node, visit)
  }
  visit(root)
  return found
}

const files = readdirSync(views, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx'))
  .map((name) => join(views, name))

describe('a key cap, which touch screens do not show,', () => {
  test('leaves no hole in a sentence: it has other words for touch', () => {
    const places = files
      .filter((file) => !keyboardOnly.includes(file))
      .flatMap((file) => barePlaces(file, readFileSync(file, 'utf8')))
    expect(places).toEqual([])
  })

  test.each([
    ['<p>press <KeyCap keys="a" /> on any row</p>', 1],
    ['<>open <KeyCap keys="Enter" /></>', 1],
    ['<Button>Back <KeyCap keys="Esc" /></Button>', 0],
    ['<PressOrTap press={<>Press <KeyCap keys="a" /></>} tap="Tap" />', 0],
    ['<dt><b>name</b> <KeyCap keys="a" /></dt>', 0],
  ])('%s has %i bare', (source, count) => {
    expect(barePlaces('a.tsx', source)).toHaveLength(count)
  })
})

describe('a key named in plain words', () => {
  test('has other words for touch', () => {
    const places = files
      .filter((file) => !namingKeys.includes(file))
      .flatMap((file) => namedPlaces(file, readFileSync(file, 'utf8')))
    expect(places).toEqual([])
  })

  test.each([
    ['<p>Press a on any row</p>', 1],
    ["<Panel aside={isOpen ? 'Enter again to place' : undefined} />", 1],
    ['<p>{`undone with Ctrl Z`}</p>', 1],
    ['<PressOrTap press="Select one with j and k" tap="Tap one" />', 0],
    ['<KeysRecorder hint="Press a key or a chord" />', 0],
    ['<Button keys="Ctrl B">Add</Button>', 0],
  ])('%s has %i', (source, count) => {
    expect(namedPlaces('a.tsx', source)).toHaveLength(count)
  })
})
