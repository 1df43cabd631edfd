/** Finds the indices of a text. Linking equal texts takes a fraction of the memory of a list per text. */
export const indicesOfTexts = (texts: readonly string[]): ((text: string) => readonly number[]) => {
  const first = new Map<string, number>()
  const next = new Int32Array(texts.length).fill(-1)
  for (let index = texts.length - 1; index >= 0; index--) {
    const text = texts[index] ?? ''
    next[index] = first.get(text) ?? -1
    first.set(text, index)
  }
  return (text) => {
    const indices: number[] = []
    for (let index = first.get(text) ?? -1; index >= 0; index = next[index] ?? -1) indices.push(index)
    return indices
  }
}
