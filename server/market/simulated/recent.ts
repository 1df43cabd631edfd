/** Keeps the values asked for most recently, at most `most` of them. */
export const createRecent = <Key, Value>(most: number) => {
  const kept = new Map<Key, Value>()
  return {
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
  }
}
