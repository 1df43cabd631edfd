import type { BodyLimits } from '../../src/contract/endpoint.ts'
import { Refusal } from '../refusal.ts'
import { hasHiddenCharacters } from './plain-text.ts'

const refuse = (issue: string): Refusal =>
  new Refusal('MALFORMED', 'The body cannot be read', { issues: [`body: ${issue}`] })

/** Not recursive, so that depth costs no stack. */
const check = (root: unknown, limits: BodyLimits): void => {
  let keys = 0
  const open: { value: unknown; depth: number }[] = [{ value: root, depth: 1 }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next
    if (typeof value === 'string') {
      if (value.length > limits.textLength)
        throw refuse(`a text is longer than ${limits.textLength} characters`)
      if (hasHiddenCharacters(value)) throw refuse('a text holds a control character')
    } else if (typeof value === 'number') {
      // JSON can write 1e999, which would be stored as null.
      if (!Number.isFinite(value)) throw refuse('a number is out of range')
    } else if (typeof value === 'object' && value !== null) {
      if (depth > limits.depth) throw refuse(`nested deeper than ${limits.depth} levels`)
      if (Array.isArray(value)) {
        if (value.length > limits.items) throw refuse(`a list is longer than ${limits.items} items`)
        for (const item of value) open.push({ value: item, depth: depth + 1 })
      } else {
        for (const name of Object.keys(value)) {
          keys += 1
          if (keys > limits.keys) throw refuse(`more than ${limits.keys} keys`)
          if (name.length > limits.nameLength)
            throw refuse(`a name is longer than ${limits.nameLength} characters`)
          if (hasHiddenCharacters(name)) throw refuse('a name holds a control character')
          if (name === '__proto__') throw refuse('the name __proto__ is not allowed')
          open.push({ value: (value as Record<string, unknown>)[name], depth: depth + 1 })
        }
      }
    }
  }
}

/** Throws Refusal when it is no JSON or exceeds the limits. */
export const parseJsonBody = (text: string, limits: BodyLimits): unknown => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw refuse('not JSON')
  }
  check(value, limits)
  return value
}
