import { EngineError, type EngineFunction, refusal } from './failure.ts'
import type { KernelName } from './kernels.ts'

/** Where a column begins; only the host and the kernels know what that means. */
export type Address = number

/** The memory of one request. Columns live until the request ends. */
export interface Desk {
  /** Room for a column of numbers. */
  column(rows: number): Address
  /** Room for a column of flags, one byte each. */
  flags(rows: number): Address
  /** A copy of these values as a column. */
  put(values: Float64Array): Address
  /** The column from its row `from` on. */
  skip(column: Address, from: number): Address
  /** The values of a column, copied out. */
  take(column: Address, rows: number): Float64Array
  /** The flags of a column, copied out. */
  takeFlags(flags: Address, rows: number): Uint8Array
  /** Runs a kernel. */
  call(kernel: KernelName, ...numbers: readonly number[]): number
}

export interface Host {
  /** Runs one request on fresh memory. A trap throws EngineError and leaves the host fit for the next request. */
  use<Result>(work: (desk: Desk) => Result): Result
}

/** More than any chart or run of this console needs: 5 million candles with 20 columns. */
export const MEMORY_BYTES_MAX = 1_073_741_824

/** A request that took more than this gives its memory back when it ends. */
const MEMORY_BYTES_KEPT = 268_435_456

const PAGE_BYTES = 65_536
const ALIGNMENT = 16
const NUMBER_BYTES = 8

/** The EngineError of a request beyond `MEMORY_BYTES_MAX`. */
export const tooLarge = () =>
  refusal(`the request needs more than ${MEMORY_BYTES_MAX / 1_048_576} MB: fewer candles, please`)

/** Refuses so many columns before the first is computed, rather than when the memory is full. */
export const checkRoom = (columns: number, rows: number): void => {
  if (columns * rows * NUMBER_BYTES > MEMORY_BYTES_MAX) throw tooLarge()
}

type Kernels = Readonly<Record<KernelName, (...numbers: readonly number[]) => number>>

export interface Instance {
  readonly memory: WebAssembly.Memory
  readonly kernels: Kernels
}

/** Throws EngineError `missing` when the module lacks what `name` stands on. */
export const checkModule = (
  module: WebAssembly.Module,
  name: EngineFunction,
  needs: readonly KernelName[],
): void => {
  const exported = new Set(WebAssembly.Module.exports(module).map((entry) => entry.name))
  if (!exported.has('memory') || !needs.every((kernel) => exported.has(kernel)))
    throw new EngineError({ kind: 'missing', name })
}

/** What a module exports, narrowed by `checkModule`, which is to be asked first. */
export const instantiate = (module: WebAssembly.Module): Instance => {
  const { memory, ...kernels } = new WebAssembly.Instance(module).exports
  return { memory: memory as WebAssembly.Memory, kernels: kernels as Kernels }
}

/** The engine of one module. Throws EngineError `missing` when the module lacks what `name` stands on. */
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
        return work(openDesk(current))
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

const openDesk = ({ memory, kernels }: Instance): Desk => {
  let free = ALIGNMENT

  const take = (bytes: number): Address => {
    const address = free
    free = Math.ceil((address + bytes) / ALIGNMENT) * ALIGNMENT
    if (free > MEMORY_BYTES_MAX) throw tooLarge()
    const missing = free - memory.buffer.byteLength
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES))
    return address
  }

  // Growing detaches older views, so a view is made for each use.
  const view = (column: Address, rows: number) => new Float64Array(memory.buffer, column, rows)

  const column = (rows: number) => take(rows * NUMBER_BYTES)

  return {
    column,
    flags: take,
    put(values) {
      const address = column(values.length)
      view(address, values.length).set(values)
      return address
    },
    skip: (address, from) => address + from * NUMBER_BYTES,
    take: (address, rows) => view(address, rows).slice(),
    takeFlags: (address, rows) => new Uint8Array(memory.buffer, address, rows).slice(),
    call: (kernel, ...numbers) => kernels[kernel](...numbers),
  }
}
