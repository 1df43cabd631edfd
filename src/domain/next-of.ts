/** Wraps round; an unknown value gives the first. */
export const nextOf = <Value>(all: readonly Value[], one: Value): Value =>
  all[(all.indexOf(one) + 1) % all.length] as Value
