export const createLruCache = <Key, Value>(most: number) => {
  const kept = new Map<Key, Value>()
  return {
    /** `make` may add entries by calls of its own, even this one. */
    get(key: Key, make: () => Value): Value {
      const known = kept.get(key)
      const value = known ?? make()
      kept.delete(key)
      kept.set(key, value)
      if (kept.size > most) {
        const [oldest] = kept.keys()
        kept.delete(oldest as Key)
      }
      return value
    },
    peek: (key: Key): Value | null => kept.get(key) ?? null,
    values: (): Iterable<Value> => kept.values(),
    clear: (): void => kept.clear(),
  }
}
