import { Readable } from 'node:stream'
import { MessageChannel, MessagePort } from 'node:worker_threads'

/** An answer up to here passes whole from thread to thread. */
export const WHOLE_BYTES_MAX = 1024 * 1024
/** More than a socket takes before it says that it is full, 64 KB: `PiecedAnswer` rests on it. */
const PIECE_BYTES = 256 * 1024
const SLOTS = 2

/** Bytes of an answer: whole when they are few, otherwise read from the thread that made them. */
export type AnswerBytes = ArrayBuffer | PiecedAnswer

/** An answer that stays with the thread that made it; each message on the port asks for the next piece. */
export interface HeldAnswer {
  readonly port: MessagePort
  readonly byteLength: number
  /** Room for two pieces, which are put there in turns. */
  readonly slots: SharedArrayBuffer
}

const freeSlots: SharedArrayBuffer[] = []

const sizeAt = (from: number, byteLength: number): number => Math.min(PIECE_BYTES, byteLength - from)

/**
 * Keeps an answer in this thread until the port is closed. V8 counts the buffers of a thread towards its heap, and one
 * of 40 MB, whole or in pieces, makes it look for garbage at once; on the order path orders would wait for that. Shared
 * memory is not counted, and is used again here because nothing makes V8 free it soon.
 */
export const holdAnswer = (bytes: ArrayBuffer): HeldAnswer => {
  const { port1, port2 } = new MessageChannel()
  const { byteLength } = bytes
  const slots = freeSlots.pop() ?? new SharedArrayBuffer(SLOTS * PIECE_BYTES)
  let from = 0
  let slot = 0
  port1.on('message', () => {
    const piece = new Uint8Array(bytes, from, sizeAt(from, byteLength))
    new Uint8Array(slots, slot * PIECE_BYTES).set(piece)
    from += piece.length
    slot = (slot + 1) % SLOTS
    port1.postMessage(null)
  })
  port1.once('close', () => freeSlots.push(slots))
  return { port: port2, byteLength, slots }
}

export const isHeldAnswer = (value: unknown): value is HeldAnswer =>
  typeof value === 'object' && value !== null && 'port' in value && value.port instanceof MessagePort

/**
 * Reads an answer of another thread, no faster than it is read itself. To be piped: a piece may be overwritten when the
 * one after it was taken, and a pipe takes that only when the socket has written the one before.
 */
export class PiecedAnswer extends Readable {
  readonly byteLength: number
  readonly #held: HeldAnswer
  #from = 0
  #slot = 0

  constructor(held: HeldAnswer) {
    // One piece waits here while the socket writes the one before.
    super({ highWaterMark: 1 })
    this.byteLength = held.byteLength
    this.#held = held
    held.port.on('message', () => this.#take())
    held.port.once('close', () => {
      if (this.#from < this.byteLength) this.destroy(new Error('the answer was given up'))
    })
    held.port.unref()
  }

  #take(): void {
    const size = sizeAt(this.#from, this.byteLength)
    const piece = new Uint8Array(this.#held.slots, this.#slot * PIECE_BYTES, size)
    this.#from += size
    this.#slot = (this.#slot + 1) % SLOTS
    this.push(piece)
    if (this.#from === this.byteLength) this.push(null)
  }

  override _read(): void {
    if (this.#from < this.byteLength) this.#held.port.postMessage(null)
  }

  /** Gives the memory back, once the socket has written everything or is closed. */
  release(): void {
    // Nobody may listen for its error any more, or never did.
    this.destroy()
    this.#held.port.close()
  }
}
