/** A name in parts for a place that may be too narrow. Joined they are the name. */
export interface NameParts {
  /** Shortened first after `tail`: the underlying, or what stands before a contract in a sentence. */
  readonly start: string
  /** Shortened when nothing is left of `start`. */
  readonly day: string
  /** Never shortened: strike and type of an option, day of a future, last word of an index. */
  readonly core: string
  readonly tail: string
}

/** `NIFTY 25 NOV 25950 CE`, anywhere in a sentence. */
const OPTION = /^(.*?)( \d{1,2} [A-Z]{3})( \d+(?:\.\d+)? (?:CE|PE))(?![\w.])(.*)$/
const FUTURE = /^(.*?)()( \d{1,2} [A-Z]{3} FUT)(?!\w)(.*)$/
/** `NIFTY26NOV25950CE`, `NIFTY26D0125800CE`, `NIFTY26NOVFUT`. */
const SYMBOL = /^([A-Z][A-Z0-9&-]*?)(\d{2}[A-Z0-9]{3})(\d+(?:\.\d+)?(?:CE|PE)|FUT)()$/
/** `NIFTY BANK`. */
const INDEX = /^([^a-z]*\S)()( [^a-z\s]{1,10})()$/

/** Parts of a name or of a sentence that names one contract. All of it is `start` where nothing must be kept. */
export const namePartsOf = (name: string): NameParts => {
  for (const pattern of [OPTION, FUTURE, SYMBOL, INDEX]) {
    const [, start, day, core, tail] = pattern.exec(name) ?? []
    if (core !== undefined) return { start: start ?? '', day: day ?? '', core, tail: tail ?? '' }
  }
  return { start: name, day: '', core: '', tail: '' }
}
