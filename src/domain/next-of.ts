/** The first after the last, and after one that is not among them. */
export const nextOf = <Value>(all: readonly Value[], one: Value): Value =>
  all[(all.indexOf(one) + 1) % all.length] as Value
