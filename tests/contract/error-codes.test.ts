import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readErrorCode } from '../../src/contract/error-codes.ts'
import { errorTable, statusOf } from '../../src/contract/error-table.ts'
import { ownLimitNames, ownLimits } from '../../src/domain/orders/own-limits.ts'

const root = resolve(import.meta.dirname, '../..')
const declaring = /\/error-(codes|table)\.ts$/

const textOf = (folder: 'src' | 'server'): string =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !declaring.test(`/${path}`))
    .map((path) => readFileSync(join(root, folder, path), 'utf8'))
    .join('\n')

const texts = { server: textOf('server'), console: textOf('src') }
const wire = Object.keys(errorTable.wire)
const ofConsole = Object.keys(errorTable.ofConsole)

const isNamedIn = (text: string) => (code: string) => text.includes(`'${code}'`)

/** Literals where only a code can stand. */
const codesIn = (text: string): readonly string[] =>
  [
    ...text.matchAll(
      /(?:new Refusal|super|refusedByConsole|atDoor|byRiskCheck|rejectedBeforeEntry|\bcode:)\(?\s*'([A-Z][A-Z_]+)'/g,
    ),
  ].flatMap(([, code]) => code ?? [])

describe('the table of error codes', () => {
  test('holds no code that the server or the console never gives', () => {
    expect(wire.filter((code) => !isNamedIn(texts.server)(code))).toEqual([])
    // These two are given where codes are read.
    const given = ofConsole.filter((code) => code !== 'UNKNOWN_CODE' && code !== 'NO_CODE')
    expect(given.filter((code) => !isNamedIn(texts.console)(code))).toEqual([])
  })

  test('holds every code that is given', () => {
    const [served, found] = [codesIn(texts.server), codesIn(texts.console)]
    expect([served.length > 100, found.length > 10]).toEqual([true, true])
    expect(served.filter((code) => !wire.includes(code))).toEqual([])
    expect(found.filter((code) => ![...wire, ...ofConsole].includes(code))).toEqual([])
    expect(ownLimitNames.map((name) => ownLimits[name].code).filter((code) => !wire.includes(code))).toEqual(
      [],
    )
  })

  test('has a failing status and a sentence for each', () => {
    const rows = Object.values(errorTable.wire)
    expect(rows.filter(({ status }) => [status].flat().some((one) => one < 400 || one > 503))).toEqual([])
    const sentences = [...rows.map(({ when }) => when), ...Object.values(errorTable.ofConsole)]
    expect(sentences.filter((text) => !/^[A-Z].*\.$/.test(text))).toEqual([])
    expect([statusOf('ORDER_NOT_FOUND'), statusOf('NO_PRICE')]).toEqual([404, 409])
  })
})

describe('a code that is read', () => {
  test.each([
    ['KILL_SWITCH', { code: 'KILL_SWITCH' }],
    ['NO_SUCH_CODE', { code: 'UNKNOWN_CODE', sentCode: 'NO_SUCH_CODE' }],
    ['toString', { code: 'UNKNOWN_CODE', sentCode: 'toString' }],
    ['OUTDATED', { code: 'UNKNOWN_CODE', sentCode: 'OUTDATED' }],
    [null, { code: 'NO_CODE' }],
    [7, { code: 'NO_CODE' }],
  ])('of %j is %j', (sent, read) => {
    expect(readErrorCode(sent)).toEqual(read)
  })
})
