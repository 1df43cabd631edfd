/** Finds the indices of a text. Linking equal texts takes a fraction of the memory of a list per text. */
export const placesOf = (texts: readonly string[]): ((text: string) => readonly number[]) => {
  const first = new Map<string, number>()
  const next = new Int32Array(texts.length).fill(-1)
  for (let place = texts.length - 1; place >= 0; place--) {
    const text = texts[place] ?? ''
    next[place] = first.get(text) ?? -1
    first.set(text, place)
  }
  return (text) => {
    const places: number[] = []
    for (let place = first.get(text) ?? -1; place >= 0; place = next[place] ?? -1) places.push(place)
    return places
  }
}
