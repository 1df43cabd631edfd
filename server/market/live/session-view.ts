import { MINUTE_MS } from '../../../src/domain/time.ts'
import { midnightOf } from '../simulated/minutes.ts'
import type { SessionPath } from '../simulated/path-points.ts'
import { type MinuteTape, printsUntil, tapeOf } from '../simulated/tape.ts'

/** Cached minutes: the one in progress, and one looked back at. */
const TAPES = 2

export interface LastPrint {
  readonly row: number
  readonly tape: MinuteTape
  readonly print: number
}

export const createSessionView = (path: SessionPath) => {
  const { layout, ticks } = path
  const { starts, first } = layout
  const rows = starts.length
  const midnight = midnightOf(path.day)
  const highBefore = new Int32Array(rows + 1)
  const lowBefore = new Int32Array(rows + 1)
  const lotsBefore = new Float64Array(rows + 1)
  let high = 0
  let low = 2_147_483_647
  let lots = 0
  for (let row = 0; row < rows; row++) {
    highBefore[row] = high
    lowBefore[row] = low
    lotsBefore[row] = lots
    const to = first[row + 1] ?? 0
    for (let point = first[row] ?? 0; point < to; point++) {
      const price = ticks[point] ?? 0
      if (price > high) high = price
      if (price < low) low = price
    }
    lots += path.volume[row] ?? 0
  }
  highBefore[rows] = high
  lowBefore[rows] = low
  lotsBefore[rows] = lots

  const tapes: MinuteTape[] = []
  const tapeRows: number[] = Array.from({ length: TAPES }, () => -1)
  const tapeAt = (row: number): MinuteTape => {
    const slot = row % TAPES
    const known = tapes[slot]
    if (known !== undefined && tapeRows[slot] === row) return known
    const made = tapeOf(path, row)
    tapes[slot] = made
    tapeRows[slot] = row
    return made
  }

  const rowAt = (minute: number): number => {
    const guess = minute - (starts[0] ?? 0)
    if (guess < 0) return -1
    if (guess < rows && starts[guess] === minute) return guess
    let from = 0
    let to = rows
    while (from < to) {
      const middle = (from + to) >>> 1
      if ((starts[middle] ?? 0) <= minute) from = middle + 1
      else to = middle
    }
    return from - 1
  }

  const beganAt = (row: number): number => midnight + (starts[row] ?? 0) * MINUTE_MS

  return {
    path,
    highBefore,
    lowBefore,
    lotsBefore,
    rows,
    tapeAt,
    rowAt,
    beganAt,

    lastPrintAt(at: number): LastPrint | null {
      let row = rowAt(Math.floor((at - midnight) / MINUTE_MS))
      if (row < 0) return null
      let tape = tapeAt(row)
      let print = printsUntil(tape, at - beganAt(row)) - 1
      // An auction's minute begins before its print.
      if (print < 0) {
        if (row === 0) return null
        row--
        tape = tapeAt(row)
        print = tape.prints - 1
      }
      return { row, tape, print }
    },

    continuousRowAt(at: number): number {
      const row = rowAt(Math.floor((at - midnight) / MINUTE_MS))
      return row >= 0 && row !== layout.auctionRow && at < beganAt(row) + MINUTE_MS ? row : -1
    },
  }
}

export type SessionView = ReturnType<typeof createSessionView>
