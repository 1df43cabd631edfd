import { refusal } from '../failure.ts'
import { type Address, checkModule, type Instance, instantiate, MEMORY_BYTES_MAX } from '../kernel-host.ts'
import { backtestKernels } from '../program/kernels.ts'

export interface LiveHost {
  readonly kernels: Instance['kernels']
  /** Zero-filled; `bytes` is a multiple of eight. Throws EngineError `refused` when none are left. */
  reserve(bytes: number): Address
  release(room: Room): void
  /** The whole memory; read it again after `reserve`, which may replace it. */
  numbers(): Float64Array
  flags(): Uint8Array
}

export interface Room {
  readonly address: Address
  readonly bytes: number
}

const PAGE_BYTES = 65_536
const NUMBER_BYTES = 8
/** Lower addresses belong to the module. */
const FIRST_BYTE = 1_024

/** One instance for all evaluators: an instance is far larger than a state. Throws EngineError `missing`. */
export const createLiveHost = (module: WebAssembly.Module): LiveHost => {
  checkModule(module, 'Backtest', backtestKernels)
  const { memory, kernels } = instantiate(module)
  let numbers = new Float64Array(memory.buffer)
  let flags = new Uint8Array(memory.buffer)
  let end = FIRST_BYTE
  /** Ascending by address; no two are adjacent. */
  let free: readonly Room[] = []

  const grow = (bytes: number): Address => {
    const address = end
    if (address + bytes > MEMORY_BYTES_MAX)
      throw refusal(`the running conditions need more than ${MEMORY_BYTES_MAX / 1_048_576} MB`)
    const missing = address + bytes - memory.buffer.byteLength
    if (missing > 0) {
      memory.grow(Math.ceil(missing / PAGE_BYTES))
      numbers = new Float64Array(memory.buffer)
      flags = new Uint8Array(memory.buffer)
    }
    end = address + bytes
    return address
  }

  const take = (bytes: number): Address => {
    const found = free.find((room) => room.bytes >= bytes)
    if (found === undefined) return grow(bytes)
    const rest = { address: found.address + bytes, bytes: found.bytes - bytes }
    free = free.flatMap((room) => (room === found ? (rest.bytes === 0 ? [] : [rest]) : [room]))
    return found.address
  }

  return {
    kernels,
    reserve(bytes) {
      const address = take(bytes)
      numbers.fill(0, address / NUMBER_BYTES, (address + bytes) / NUMBER_BYTES)
      return address
    },
    release(room) {
      free = joinTouching([...free, room].toSorted((left, right) => left.address - right.address))
    },
    numbers: () => numbers,
    flags: () => flags,
  }
}

/** Expects ascending addresses. */
const joinTouching = (rooms: readonly Room[]): readonly Room[] => {
  const joined: Room[] = []
  for (const room of rooms) {
    const last = joined.at(-1)
    if (last !== undefined && last.address + last.bytes === room.address)
      joined[joined.length - 1] = { address: last.address, bytes: last.bytes + room.bytes }
    else joined.push(room)
  }
  return joined
}
