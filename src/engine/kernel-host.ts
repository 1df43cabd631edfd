import { EngineError, type EngineFunction, refusal } from './failure.ts'
import type { KernelName } from './program/kernels.ts'

/** Byte offset in WebAssembly memory; opaque outside the host and the kernels. */
export type Address = number

export interface KernelCall {
  readonly kernel: KernelName
  readonly numbers: readonly number[]
  readonly result: number
}

/** Memory of one request. Columns live until the request ends. */
export interface KernelMemory {
  column(rows: number): Address
  /** One byte per flag. */
  flags(rows: number): Address
  put(values: Float64Array): Address
  write(column: Address, values: Float64Array): void
  skip(column: Address, from: number): Address
  take(column: Address, rows: number): Float64Array
  takeFlags(flags: Address, rows: number): Uint8Array
  number(column: Address, row: number): number
  flag(flags: Address, row: number): boolean
  call(kernel: KernelName, ...numbers: readonly number[]): number
  replay(calls: readonly KernelCall[]): boolean
}

export interface Host {
  /** Runs one request on fresh memory. A trap throws EngineError; the next request gets a new instance. */
  use<Result>(work: (memory: KernelMemory) => Result): Result
}

/** Enough for 5 million candles with 20 columns. */
export const MEMORY_BYTES_MAX = 1_073_741_824

/** A larger instance is dropped when its request ends. */
const MEMORY_BYTES_KEPT = 268_435_456

const PAGE_BYTES = 65_536
const ALIGNMENT = 16
const NUMBER_BYTES = 8

export const tooLarge = () =>
  refusal(`the request needs more than ${MEMORY_BYTES_MAX / 1_048_576} MB of memory; use fewer candles`)

/** Refuses before the first column is computed, rather than once memory is full. */
export const checkRoom = (numbers: number): void => {
  if (numbers * NUMBER_BYTES > MEMORY_BYTES_MAX) throw tooLarge()
}

type Kernels = Readonly<Record<KernelName, (...numbers: readonly number[]) => number>>

export interface Instance {
  readonly memory: WebAssembly.Memory
  readonly kernels: Kernels
}

/** Throws EngineError `missing` when the module lacks a kernel in `needs`. */
export const checkModule = (
  module: WebAssembly.Module,
  name: EngineFunction,
  needs: readonly KernelName[],
): void => {
  const exported = new Set(WebAssembly.Module.exports(module).map((entry) => entry.name))
  if (!exported.has('memory') || !needs.every((kernel) => exported.has(kernel)))
    throw new EngineError({ kind: 'missing', name })
}

/** Expects that `checkModule` has passed, which justifies the casts. */
export const instantiate = (module: WebAssembly.Module): Instance => {
  const { memory, ...kernels } = new WebAssembly.Instance(module).exports
  return { memory: memory as WebAssembly.Memory, kernels: kernels as Kernels }
}

export const createHost = (
  module: WebAssembly.Module,
  name: EngineFunction,
  needs: readonly KernelName[],
): Host => {
  checkModule(module, name, needs)
  let instance: Instance | null = null

  return {
    use(work) {
      const current = instance ?? instantiate(module)
      instance = current
      try {
        return work(openKernelMemory(current))
      } catch (error) {
        if (!(error instanceof WebAssembly.RuntimeError)) throw error
        instance = null
        throw new EngineError({ kind: 'trapped', reason: error.message }, { cause: error })
      } finally {
        if (current.memory.buffer.byteLength > MEMORY_BYTES_KEPT) instance = null
      }
    },
  }
}

const openKernelMemory = ({ memory, kernels }: Instance): KernelMemory => {
  let free = ALIGNMENT

  const take = (bytes: number): Address => {
    const address = free
    free = Math.ceil((address + bytes) / ALIGNMENT) * ALIGNMENT
    if (free > MEMORY_BYTES_MAX) throw tooLarge()
    const missing = free - memory.buffer.byteLength
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES))
    return address
  }

  // Growing detaches older views, so each use makes its own.
  const view = (column: Address, rows: number) => new Float64Array(memory.buffer, column, rows)

  let numbers = new Float64Array(memory.buffer)
  let bytes = new Uint8Array(memory.buffer)

  const column = (rows: number) => take(rows * NUMBER_BYTES)

  const write = (address: Address, values: Float64Array) => view(address, values.length).set(values)

  return {
    column,
    flags: take,
    put(values) {
      const address = column(values.length)
      write(address, values)
      return address
    },
    write,
    skip: (address, from) => address + from * NUMBER_BYTES,
    take: (address, rows) => view(address, rows).slice(),
    takeFlags: (address, rows) => new Uint8Array(memory.buffer, address, rows).slice(),
    number(address, row) {
      if (numbers.length === 0) numbers = new Float64Array(memory.buffer)
      return numbers[address / NUMBER_BYTES + row] ?? Number.NaN
    },
    flag(address, row) {
      if (bytes.length === 0) bytes = new Uint8Array(memory.buffer)
      return bytes[address + row] === 1
    },
    call: (kernel, ...numbers) => kernels[kernel](...numbers),
    replay: (calls) => calls.every(({ kernel, numbers, result }) => kernels[kernel](...numbers) === result),
  }
}
