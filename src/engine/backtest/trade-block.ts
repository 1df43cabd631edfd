import * as slots from '../assembly/trade-slots.ts'
import type { Address, KernelMemory } from '../kernel-host.ts'

/** Parameters of the kernel `trade`, by the names of its slots. */
export type TradeBlock = Readonly<Record<keyof typeof slots, number>>

export type TradeMinutes = Pick<
  TradeBlock,
  'minuteTime' | 'minuteOpen' | 'minuteHigh' | 'minuteLow' | 'minutes'
>

export type TradeInputs = TradeMinutes &
  Pick<TradeBlock, 'open' | 'high' | 'low' | 'close' | 'time' | 'entry' | 'exit'>

export type TradeRules = Omit<
  TradeBlock,
  keyof TradeInputs | 'trades' | 'tally' | 'capacity' | 'first' | 'last'
>

const entries = Object.entries(slots) as readonly (readonly [keyof TradeBlock, number])[]

export const BLOCK_ROWS = entries.length

export const writeBlock = (memory: KernelMemory, address: Address, block: TradeBlock): void => {
  const values = new Float64Array(BLOCK_ROWS)
  for (const [name, slot] of entries) values[slot] = block[name]
  memory.write(address, values)
}
