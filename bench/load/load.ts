import { readFileSync } from 'node:fs'

/** `--clients 1000` of the command line. */
export const numberOf = (name: string, otherwise: number): number => {
  const index = process.argv.indexOf(`--${name}`)
  const value = index < 0 ? otherwise : Number(process.argv[index + 1])
  if (!Number.isInteger(value) || value < 1)
    throw new RangeError(`--${name}: expected a whole number above 0`)
  return value
}

export const quantile = (values: readonly number[], share: number): number => {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Resident MB, current and peak. Linux only. */
export const memoryOf = (pid: number): { readonly now: number; readonly most: number } => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) / 1024
  return { now: Math.round(read('VmRSS')), most: Math.round(read('VmHWM')) }
}

/** CPU seconds. Linux only. */
export const processorSecondsOf = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

export const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))
