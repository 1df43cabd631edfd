import { Readable } from 'node:stream'
import { MessageChannel, MessagePort } from 'node:worker_threads'

export const WHOLE_BYTES_MAX = 1024 * 1024
/** `PiecedAnswer` requires more than the 64 KB a socket takes before it reports full. */
const PIECE_BYTES = 256 * 1024
const SLOTS = 2

export type AnswerBytes = ArrayBuffer | PiecedAnswer

/** Each message on the port requests the next piece. */
export interface HeldAnswer {
  readonly port: MessagePort
  readonly byteLength: number
  /** Two pieces, used alternately. */
  readonly slots: SharedArrayBuffer
}

const freeSlots: SharedArrayBuffer[] = []

const sizeAt = (from: number, byteLength: number): number => Math.min(PIECE_BYTES, byteLength - from)

// V8 counts a thread's buffers towards its heap, and 40 MB would start a collection that delays orders.
// Shared memory is not counted; it is reused because V8 does not free it soon.
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

const isHeldAnswer = (value: unknown): value is HeldAnswer =>
  typeof value === 'object' && value !== null && 'port' in value && value.port instanceof MessagePort

/** Must be piped: a piece is overwritten after the next one is taken, and a pipe has written it by then. */
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

  release(): void {
    // Without an error, as there may be no listener for it.
    this.destroy()
    this.#held.port.close()
  }
}

/** The answer is released once `signal` aborts. */
export const readHeld = <Value>(value: Value, signal: AbortSignal): Value | PiecedAnswer => {
  if (!isHeldAnswer(value)) return value
  const answer = new PiecedAnswer(value)
  if (signal.aborted) answer.release()
  else signal.addEventListener('abort', () => answer.release())
  return answer
}
