import { isKeptLine, isShortcutName, KEPT_LINE_MAX } from '../../domain/shortcuts/shortcuts.ts'
import type { ArgKind } from '../command.ts'
import { refuse, skipSpaces, taken, wordAt } from './words.ts'

/** `b9 = buy 2l nifty atm ce` */
export interface Definition {
  readonly name: string
  readonly line: string
}

const lineProblem = `a line of at most ${KEPT_LINE_MAX} characters`

export const definition = (expects: string): ArgKind<Definition> => ({
  token: 'name',
  expects,
  isGreedy: true,
  read(line, from) {
    const match = /^([^\s=]+)\s*(=?)\s*/.exec(line.slice(from))
    const [whole = '', name = '', sign = ''] = match ?? []
    if (match === null) return null
    if (!isShortcutName(name)) return refuse(line, from, `a name of letters, digits, - and _, ${expects}`)
    const behind = from + name.length
    if (sign === '') return refuse(line, skipSpaces(line, behind), `= and the line for ${name}`)
    const text = line.slice(from + whole.length).trim()
    if (!isKeptLine(text)) return refuse(line, from + whole.length, lineProblem)
    return taken({ name: name.toLowerCase(), line: text }, line.trimEnd().length)
  },
  print: ({ name, line }) => `${name} = ${line}`,
  complete: () => [],
})

export const keyDefinition: ArgKind<Definition> = {
  token: 'name',
  expects: 'keys, = and a line, such as g j = go positions',
  isGreedy: true,
  read(line, from) {
    const sign = line.indexOf(' =', from)
    if (from >= line.length) return null
    if (sign < 0) return refuse(line, line.trimEnd().length, '= and the line the keys write')
    const text = line.slice(sign + 2).trim()
    if (!isKeptLine(text)) return refuse(line, skipSpaces(line, sign + 2), lineProblem)
    const name = line.slice(from, sign).trim().replace(/\s+/g, ' ')
    return name === '' ? null : taken({ name, line: text }, line.trimEnd().length)
  },
  print: ({ name, line }) => `${name} = ${line}`,
  complete: () => [],
}

export const restOfLine = (expects: string): ArgKind<string> => ({
  token: 'name',
  expects,
  isGreedy: true,
  read(line, from) {
    const text = line.slice(from).trim()
    if (text === '') return null
    return isKeptLine(text) ? taken(text, line.trimEnd().length) : refuse(line, from, lineProblem)
  },
  print: (text) => text,
  complete: () => [],
})

export const newName = (expects: string): ArgKind<string> => ({
  token: 'name',
  expects,
  read(line, from) {
    const { text, to } = wordAt(line, from)
    if (text === '') return null
    return isShortcutName(text) ? taken(text.toLowerCase(), to) : refuse(line, from, expects)
  },
  print: (name) => name,
  complete: () => [],
})
