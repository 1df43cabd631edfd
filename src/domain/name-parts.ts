/** A name for places that may be too narrow; the joined parts are the name. */
export interface NameParts {
  /** Shortened after `tail`: the underlying, or the words before a contract in a sentence. */
  readonly start: string
  readonly day: string
  /** Never shortened: strike and type of an option, day of a future, last word of an index. */
  readonly core: string
  readonly tail: string
}

/** `NIFTY 25 NOV 25950 CE` */
const OPTION = /^(.*?)( \d{1,2} [A-Z]{3})( \d+(?:\.\d+)? (?:CE|PE))(?![\w.])(.*)$/
const FUTURE = /^(.*?)()( \d{1,2} [A-Z]{3} FUT)(?!\w)(.*)$/
/** `NIFTY26NOV25950CE`, `NIFTY26D0125800CE`, `NIFTY26NOVFUT` */
const SYMBOL = /^([A-Z][A-Z0-9&-]*?)(\d{2}[A-Z0-9]{3})(\d+(?:\.\d+)?(?:CE|PE)|FUT)()$/
const INDEX = /^([^a-z]*\S)()( [^a-z\s]{1,10})()$/

export const namePartsOf = (name: string): NameParts => {
  for (const pattern of [OPTION, FUTURE, SYMBOL, INDEX]) {
    const [, start, day, core, tail] = pattern.exec(name) ?? []
    if (core !== undefined) return { start: start ?? '', day: day ?? '', core, tail: tail ?? '' }
  }
  return { start: name, day: '', core: '', tail: '' }
}
