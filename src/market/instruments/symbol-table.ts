import { QUOTE_NAME_BYTES, writeQuoteName } from '../../contract/quotes/quote-frame.ts'
import type { InstrumentId } from '../../domain/instruments/instrument.ts'

const WORDS = QUOTE_NAME_BYTES / 4
const NONE = -1
/** Slots per symbol: short probes at little memory. */
const SPARSITY = 4

export interface SymbolTable {
  find(instrument: InstrumentId): number
  /** Looks up the name in a record without creating a string. */
  findAt(view: DataView, at: number): number
  /** Throws RangeError for a name that does not fit into a record. */
  put(row: number, instrument: InstrumentId): void
  remove(row: number): void
}

/** Open addressing by the bytes of the name. */
export const createSymbolTable = (capacity: number): SymbolTable => {
  const slots = 2 ** Math.ceil(Math.log2(capacity * SPARSITY))
  const rowAt = new Int32Array(slots).fill(NONE)
  const words = new Uint32Array(capacity * WORDS)
  const isTaken = new Uint8Array(capacity)
  const scratch = new DataView(new ArrayBuffer(QUOTE_NAME_BYTES))

  const slotOf = (view: DataView, at: number): number => {
    let hash = 0x811c9dc5
    for (let word = 0; word < WORDS; word++)
      hash = Math.imul(hash ^ view.getUint32(at + word * 4, true), 0x01000193) ^ (hash >>> 15)
    return (hash >>> 0) & (slots - 1)
  }

  const isNameOf = (row: number, view: DataView, at: number): boolean => {
    for (let word = 0; word < WORDS; word++)
      if (words[row * WORDS + word] !== view.getUint32(at + word * 4, true)) return false
    return true
  }

  const findAt = (view: DataView, at: number): number => {
    let index = slotOf(view, at)
    for (;;) {
      const row = rowAt[index] ?? NONE
      if (row === NONE || isNameOf(row, view, at)) return row
      index = (index + 1) & (slots - 1)
    }
  }

  const writeScratch = (instrument: InstrumentId): void => {
    new Uint8Array(scratch.buffer).fill(0)
    writeQuoteName(scratch, 0, instrument)
  }

  const insert = (row: number): void => {
    for (let word = 0; word < WORDS; word++) scratch.setUint32(word * 4, words[row * WORDS + word] ?? 0, true)
    let index = slotOf(scratch, 0)
    while (rowAt[index] !== NONE) index = (index + 1) & (slots - 1)
    rowAt[index] = row
  }

  return {
    findAt,
    find(instrument) {
      writeScratch(instrument)
      return findAt(scratch, 0)
    },
    put(row, instrument) {
      writeScratch(instrument)
      for (let word = 0; word < WORDS; word++) words[row * WORDS + word] = scratch.getUint32(word * 4, true)
      isTaken[row] = 1
      insert(row)
    },
    remove(row) {
      isTaken[row] = 0
      // A gap would end probes early; rows are removed rarely, so the table is rebuilt.
      rowAt.fill(NONE)
      for (let other = 0; other < capacity; other++) if (isTaken[other] === 1) insert(other)
    },
  }
}
