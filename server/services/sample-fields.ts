import { nearestHint } from '../../src/domain/nearest.ts'

/** Names the file, the line and what was expected there. */
export class SampleFault extends Error {
  override readonly name = 'SampleFault'
}

export interface SampleFields {
  all(key: string): readonly string[]
  find(key: string): string | null
  /** Throws SampleFault, as all that follow. */
  get(key: string): string
  findNumber(key: string): number | null
  oneOf<Value extends string>(key: string, allowed: readonly Value[]): Value
  /** Only a key of `repeated` may stand on several lines. */
  check(allowed: readonly string[], repeated: string): void
  /** At the line of the key, the one numbered `index` from 0 where there are several. */
  fault(key: string, problem: string, index?: number): SampleFault
}

interface Line {
  readonly number: number
  readonly key: string
  readonly value: string
}

const NUMBER = /^\d+(\.\d+)?$/

const faultAt = (file: string, line: number, problem: string): SampleFault =>
  new SampleFault(`${file}, line ${line}: ${problem}`)

/** A line that begins with a blank continues the value before it. */
const readLines = (file: string, text: string): readonly Line[] => {
  const lines: Line[] = []
  for (const [index, written] of text.split(/\r?\n/).entries()) {
    const content = written.trim()
    if (content === '' || content.startsWith('#')) continue
    const last = lines.at(-1)
    if (/^\s/.test(written) && last !== undefined) {
      lines[lines.length - 1] = { ...last, value: `${last.value} ${content}` }
      continue
    }
    const [, key, value] = /^([a-z_]+):\s+(.+)$/.exec(content) ?? []
    if (key === undefined || value === undefined) throw faultAt(file, index + 1, 'expected "key: value"')
    lines.push({ number: index + 1, key, value })
  }
  return lines
}

export const openFields = (file: string, text: string): SampleFields => {
  const lines = readLines(file, text)
  const linesOf = (key: string) => lines.filter((line) => line.key === key)
  const fault: SampleFields['fault'] = (key, problem, index = 0) =>
    faultAt(file, (linesOf(key)[index] ?? lines.at(-1))?.number ?? 1, problem)
  const find = (key: string): string | null => linesOf(key)[0]?.value ?? null
  const get = (key: string): string => {
    const value = find(key)
    if (value === null) throw fault(key, `expected a line "${key}: …" by the end`)
    return value
  }
  return {
    all: (key) => linesOf(key).map(({ value }) => value),
    find,
    get,
    findNumber(key) {
      const value = find(key)
      if (value === null) return null
      if (!NUMBER.test(value)) throw fault(key, `${key}: expected a number such as 1.5, not ${value}`)
      return Number(value)
    },
    oneOf(key, allowed) {
      const value = get(key)
      const found = allowed.find((one) => one === value)
      if (found === undefined) throw fault(key, `${key}: expected ${allowed.join(', ')}, not ${value}`)
      return found
    },
    check(allowed, repeated) {
      for (const { number, key } of lines) {
        if (!allowed.includes(key))
          throw faultAt(file, number, `expected a known key, not ${key}${nearestHint(key, allowed)}`)
        const [first, second] = linesOf(key)
        if (key !== repeated && first !== undefined && second !== undefined)
          throw faultAt(file, second.number, `expected ${key} once; line ${first.number} has it`)
      }
    },
    fault,
  }
}
