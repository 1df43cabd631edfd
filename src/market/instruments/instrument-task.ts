import { packMaster, unpackMaster, unzipMaster } from './instrument-cache.ts'
import type { InstrumentColumns } from './instrument-columns.ts'
import { readMaster } from './read-master.ts'

export type InstrumentTask =
  | { readonly kind: 'csv'; readonly csv: string }
  | { readonly kind: 'gzip'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'packed'; readonly data: string }
  | { readonly kind: 'pack'; readonly csv: string }

export type InstrumentAnswer =
  | { readonly kind: 'columns'; readonly columns: InstrumentColumns }
  | { readonly kind: 'packed'; readonly data: string }
  | { readonly kind: 'damaged' }

/** Data that cannot be unpacked or hold no instrument are `damaged`, never a rejection. */
export const doInstrumentTask = async (task: InstrumentTask): Promise<InstrumentAnswer> => {
  if (task.kind === 'pack') return { kind: 'packed', data: await packMaster(task.csv) }
  const csv =
    task.kind === 'csv'
      ? task.csv
      : task.kind === 'gzip'
        ? await unzipMaster(task.bytes)
        : await unpackMaster(task.data)
  if (csv === null) return { kind: 'damaged' }
  const columns = readMaster(csv)
  return columns.rows === 0 ? { kind: 'damaged' } : { kind: 'columns', columns }
}
