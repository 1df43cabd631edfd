/** Sets a value as the newest, and deletes the oldest beyond `max`: a Map is in the order of its insertions. */
export const keepNewest = <Key, Value>(kept: Map<Key, Value>, key: Key, value: Value, max: number): void => {
  kept.delete(key)
  kept.set(key, value)
  for (const oldest of kept.keys()) {
    if (kept.size <= max) break
    kept.delete(oldest)
  }
}
