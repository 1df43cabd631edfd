export interface JsonNode {
  readonly at: number
  readonly value: unknown
  readonly members?: ReadonlyMap<string, { readonly nameAt: number; readonly node: JsonNode }>
  readonly items?: readonly JsonNode[]
}

export type ParsedJson =
  | { readonly kind: 'node'; readonly node: JsonNode }
  | { readonly kind: 'problem'; readonly at: number; readonly message: string }

const DEPTH_MAX = 12

class JsonProblem extends Error {
  override readonly name = 'JsonProblem'
  readonly at: number
  constructor(at: number, message: string) {
    super(message)
    this.at = at
  }
}

/** RFC 8259 with unique names. Browsers' parsers differ in the wording and offsets of errors. */
export const parseJson = (text: string): ParsedJson => {
  try {
    return { kind: 'node', node: wholeOf(text) }
  } catch (error) {
    if (error instanceof JsonProblem) return { kind: 'problem', at: error.at, message: error.message }
    throw error
  }
}

const scalarPattern = /"(?:[^"\\\n\r]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true\b|false\b|null\b/y
const spacePattern = /[ \t\n\r]*/y

const wholeOf = (text: string): JsonNode => {
  let at = 0
  const skip = (): void => {
    spacePattern.lastIndex = at
    spacePattern.exec(text)
    at = spacePattern.lastIndex
  }
  const found = (): string => (at >= text.length ? 'the end' : (text[at] ?? ''))
  const fail = (expected: string): never => {
    throw new JsonProblem(at, `${expected} is expected, found ${found()}`)
  }
  const take = (sign: string): boolean => {
    skip()
    if (text[at] !== sign) return false
    at++
    return true
  }
  const scalar = (expected: string): JsonNode => {
    scalarPattern.lastIndex = at
    const [written] = scalarPattern.exec(text) ?? [
      fail(text[at] === '"' ? 'a closing quotation mark' : expected),
    ]
    const node = { at, value: scalarOf(written, at) }
    at += written.length
    return node
  }
  const value = (depth: number): JsonNode => {
    skip()
    if (depth > DEPTH_MAX) return fail(`at most ${DEPTH_MAX} levels`)
    if (text[at] === '[') return list(depth)
    return text[at] === '{' ? object(depth) : scalar('a value')
  }
  const list = (depth: number): JsonNode => {
    const start = at++
    const items: JsonNode[] = []
    if (!take(']')) {
      do items.push(value(depth + 1))
      while (take(','))
      if (!take(']')) fail(', or ]')
    }
    return { at: start, value: items.map((item) => item.value), items }
  }
  const object = (depth: number): JsonNode => {
    const start = at++
    const members = new Map<string, { nameAt: number; node: JsonNode }>()
    if (!take('}')) {
      do {
        skip()
        const nameAt = at
        if (text[at] !== '"') fail('a name in quotation marks')
        const name = String(scalar('a name').value)
        if (members.has(name)) throw new JsonProblem(nameAt, `"${name}" appears twice`)
        if (!take(':')) fail(':')
        members.set(name, { nameAt, node: value(depth + 1) })
      } while (take(','))
      if (!take('}')) fail(', or }')
    }
    const pairs = [...members].map(([name, { node }]) => [name, node.value] as const)
    return { at: start, value: Object.fromEntries(pairs), members }
  }
  const root = value(0)
  skip()
  if (at < text.length) fail('the end')
  return root
}

const scalarOf = (written: string, at: number): unknown => {
  try {
    return JSON.parse(written)
  } catch {
    throw new JsonProblem(at, 'this text is not valid JSON')
  }
}
