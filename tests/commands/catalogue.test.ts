import { expect, test } from 'vitest'
import { laterCommands } from '../../src/commands/later-commands.ts'
import { addCommands, findCommand } from '../../src/commands/registry.ts'
import { tradingCommands } from '../../src/commands/trading-commands.ts'

addCommands([...tradingCommands, ...laterCommands])

const files = import.meta.glob<Readonly<Record<string, unknown>>>('../../src/commands/catalogue/**/*.ts', {
  eager: true,
})

const isCommand = (value: unknown): value is { readonly id: string } =>
  typeof value === 'object' && value !== null && 'verb' in value && 'run' in value

test('every command of the catalogue is in the list of its file, and that list is registered', () => {
  const declared = Object.values(files).flatMap((file) => Object.values(file).filter(isCommand))
  expect(declared.length).toBeGreaterThan(90)
  expect(declared.filter(({ id }) => findCommand(id) === null)).toEqual([])
})
