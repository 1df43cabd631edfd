import { packMaster, unpackMaster, unzipMaster } from './instrument-cache.ts'
import type { InstrumentColumns } from './instrument-columns.ts'
import { readMaster } from './read-master.ts'

/** What the page asks of the worker. */
export type InstrumentTask =
  | { readonly kind: 'csv'; readonly csv: string }
  | { readonly kind: 'gzip'; readonly bytes: Uint8Array<ArrayBuffer> }
  /** `data` of the session cache. */
  | { readonly kind: 'packed'; readonly data: string }
  | { readonly kind: 'pack'; readonly csv: string }

export type InstrumentAnswer =
  | { readonly kind: 'columns'; readonly columns: InstrumentColumns }
  | { readonly kind: 'packed'; readonly data: string }
  | { readonly kind: 'damaged' }

/** The work off the page's thread. Data that cannot be unpacked, or holds no instrument, is `damaged`, never a failure. */
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
