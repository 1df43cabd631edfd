import { QUOTE_NAME_BYTES, writeQuoteName } from '../contract/quote-frame.ts'
import type { InstrumentId } from '../domain/instrument.ts'

const WORDS = QUOTE_NAME_BYTES / 4
const NONE = -1
/** Places of the table for one that is taken: short searches at little memory. */
const SPARSITY = 4

export interface SymbolTable {
  /** Where the instrument's row is, or -1. */
  find(instrument: InstrumentId): number
  /** The same for the name that stands in a record, without making a text of it. */
  findAt(view: DataView, at: number): number
  /** Gives a row its name. Throws RangeError for one that fits no record. */
  put(row: number, instrument: InstrumentId): void
  remove(row: number): void
}

/** Which of `capacity` rows belongs to which instrument; found by the bytes of its name. */
export const createSymbolTable = (capacity: number): SymbolTable => {
  const places = 2 ** Math.ceil(Math.log2(capacity * SPARSITY))
  const rowAt = new Int32Array(places).fill(NONE)
  const words = new Uint32Array(capacity * WORDS)
  const isTaken = new Uint8Array(capacity)
  const scratch = new DataView(new ArrayBuffer(QUOTE_NAME_BYTES))

  const placeOf = (view: DataView, at: number): number => {
    let hash = 0x811c9dc5
    for (let word = 0; word < WORDS; word++)
      hash = Math.imul(hash ^ view.getUint32(at + word * 4, true), 0x01000193) ^ (hash >>> 15)
    return (hash >>> 0) & (places - 1)
  }

  const isNameOf = (row: number, view: DataView, at: number): boolean => {
    for (let word = 0; word < WORDS; word++)
      if (words[row * WORDS + word] !== view.getUint32(at + word * 4, true)) return false
    return true
  }

  const findAt = (view: DataView, at: number): number => {
    let place = placeOf(view, at)
    for (;;) {
      const row = rowAt[place] ?? NONE
      if (row === NONE || isNameOf(row, view, at)) return row
      place = (place + 1) & (places - 1)
    }
  }

  const writeScratch = (instrument: InstrumentId): void => {
    new Uint8Array(scratch.buffer).fill(0)
    writeQuoteName(scratch, 0, instrument)
  }

  const insert = (row: number): void => {
    for (let word = 0; word < WORDS; word++) scratch.setUint32(word * 4, words[row * WORDS + word] ?? 0, true)
    let place = placeOf(scratch, 0)
    while (rowAt[place] !== NONE) place = (place + 1) & (places - 1)
    rowAt[place] = row
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
      // A gap would cut searches short that passed by it; rows leave seldom, so the table is filled anew.
      rowAt.fill(NONE)
      for (let other = 0; other < capacity; other++) if (isTaken[other] === 1) insert(other)
    },
  }
}
