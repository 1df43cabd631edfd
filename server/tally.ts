export const createTally = <Name extends string>() => {
  const counts = new Map<Name, number>()
  return {
    of: (name: Name): number => counts.get(name) ?? 0,
    size: (): number => counts.size,
    add: (name: Name): void => {
      counts.set(name, (counts.get(name) ?? 0) + 1)
    },
    remove: (name: Name): void => {
      const left = (counts.get(name) ?? 1) - 1
      if (left === 0) counts.delete(name)
      else counts.set(name, left)
    },
  }
}

export type Tally<Name extends string> = ReturnType<typeof createTally<Name>>
