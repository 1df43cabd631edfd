import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as slots from '../../../src/engine/assembly/trade-slots.ts'
import { rulesOf } from '../../../src/engine/backtest/rules.ts'
import {
  BLOCK_ROWS,
  type TradeBlock,
  type TradeRules,
  writeBlock,
} from '../../../src/engine/backtest/trade-block.ts'
import { instantiate } from '../../../src/engine/kernel-host.ts'
import { engineHost, engineModules } from '../../support/engine/engines.ts'
import { request } from '../../support/engine/notation.ts'

const host = await engineHost('Backtest')

test('each parameter has a slot of its own, from 0 without gaps', () => {
  const taken = Object.values(slots).toSorted((left, right) => left - right)
  expect(taken).toEqual([...taken.keys()])
})

test('a block holds each value in the slot of its name', () => {
  const named = Object.keys(slots).map((name, index) => [name, index + 0.5] as const)
  const written = host.use((memory) => {
    const address = memory.column(BLOCK_ROWS)
    writeBlock(memory, address, Object.fromEntries(named) as TradeBlock)
    return memory.take(address, BLOCK_ROWS)
  })
  const read = Object.entries(slots).map(([name, slot]) => [name, written[slot]])
  expect(read).toEqual(named)
})

test('the kernel takes a block alone, and reads each slot once, under its own name', async () => {
  const { backtest } = await engineModules()
  expect(instantiate(backtest).kernels.trade).toHaveLength(1)
  const kernel = readFileSync(new URL('../../../src/engine/assembly/trades.ts', import.meta.url), 'utf8')
  const reads = [...kernel.matchAll(/const (\w+) = .*\bslot\.(\w+)/g)].map(([, local, slot]) => [local, slot])
  expect(kernel.match(/\bslot\./g)).toHaveLength(reads.length)
  expect(reads.toSorted()).toEqual(
    Object.keys(slots)
      .map((name) => [name, name])
      .toSorted(),
  )
})

test('a missing or unknown name does not compile', () => {
  const rules = rulesOf(request({}))
  // @ts-expect-error: the columns of the candles are missing.
  const incomplete: TradeBlock = rules
  // @ts-expect-error: there is no slot of this name.
  const unknown: TradeRules = { ...rules, stopShares: 0 }
  expect(Object.keys(incomplete)).not.toContain('open')
  expect(Object.keys(unknown)).toContain('stopShares')
})
