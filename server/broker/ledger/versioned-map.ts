const CHUNK = 64

type Chunk<Key, Value> = readonly (readonly [Key, Value])[]

// Every version stays readable, as a change copies one chunk of 64 entries and the chunk list. Keys keep
// their sequence and are never removed. Versions share key slots: once an older version is continued, as
// after a failed commit, the dropped ones must not be read.
export class VersionedMap<Key, Value> implements ReadonlyMap<Key, Value> {
  readonly size: number
  private readonly indices: Map<Key, number>
  private readonly chunks: readonly Chunk<Key, Value>[]

  private constructor(indices: Map<Key, number>, chunks: readonly Chunk<Key, Value>[], size: number) {
    this.indices = indices
    this.chunks = chunks
    this.size = size
  }

  static of<Key, Value>(entries: Iterable<readonly [Key, Value]> = []): VersionedMap<Key, Value> {
    const all = [...new Map(entries)]
    const chunks: Chunk<Key, Value>[] = []
    for (let from = 0; from < all.length; from += CHUNK) chunks.push(all.slice(from, from + CHUNK))
    return new VersionedMap(new Map(all.map(([key], index) => [key, index])), chunks, all.length)
  }

  private entryOf(key: Key): readonly [Key, Value] | undefined {
    const index = this.indices.get(key)
    if (index === undefined || index >= this.size) return undefined
    const entry = this.chunks[Math.floor(index / CHUNK)]?.[index % CHUNK]
    return entry !== undefined && entry[0] === key ? entry : undefined
  }

  get(key: Key): Value | undefined {
    return this.entryOf(key)?.[1]
  }

  has(key: Key): boolean {
    return this.entryOf(key) !== undefined
  }

  with(key: Key, value: Value): VersionedMap<Key, Value> {
    const isThere = this.has(key)
    const index = isThere ? (this.indices.get(key) ?? this.size) : this.size
    if (!isThere) this.indices.set(key, index)
    const at = Math.floor(index / CHUNK)
    const chunk = (this.chunks[at] ?? []).slice(0, isThere ? CHUNK : index % CHUNK)
    chunk[index % CHUNK] = [key, value]
    const chunks = this.chunks.slice()
    chunks[at] = chunk
    return new VersionedMap(this.indices, chunks, isThere ? this.size : this.size + 1)
  }

  *entries(): MapIterator<[Key, Value]> {
    for (const chunk of this.chunks) for (const [key, value] of chunk) yield [key, value]
  }

  *keys(): MapIterator<Key> {
    for (const [key] of this.entries()) yield key
  }

  *values(): MapIterator<Value> {
    for (const [, value] of this.entries()) yield value
  }

  [Symbol.iterator](): MapIterator<[Key, Value]> {
    return this.entries()
  }

  forEach(visit: (value: Value, key: Key, map: ReadonlyMap<Key, Value>) => void): void {
    for (const chunk of this.chunks) for (const [key, value] of chunk) visit(value, key, this)
  }
}
