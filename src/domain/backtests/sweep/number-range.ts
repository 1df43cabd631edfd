/** At least two numbers, none above `to`. Written `5..20:5`; a step of 1 is omitted. */
export interface NumberRange {
  readonly from: number
  readonly to: number
  readonly step: number
}

export const RANGE_VALUES_MAX = 10_000

/** Floating-point tolerance, in steps. */
const CLOSE = 1e-9

export const countOfRange = ({ from, to, step }: NumberRange): number =>
  Math.floor((to - from) / step + CLOSE) + 1

/** Rounded to the decimals that the range was written with. */
export const valueOfRange = ({ from, step }: NumberRange, index: number): number =>
  Number((from + index * step).toFixed(Math.max(decimalsOf(from), decimalsOf(step))))

export const valuesOfRange = (range: NumberRange): readonly number[] =>
  Array.from({ length: countOfRange(range) }, (_, index) => valueOfRange(range, index))

export const printRange = ({ from, to, step }: NumberRange): string =>
  `${from}..${to}${step === 1 ? '' : `:${step}`}`

const decimalsOf = (value: number): number => String(value).split('.')[1]?.length ?? 0

export interface RangeText {
  readonly text: string
  readonly from: number
  readonly range: NumberRange
}

const NUMBER = String.raw`[+-]?(?:\d{1,9}(?:\.\d{1,6})?|\.\d{1,6})`
/** Spans of days contain `..` too, with hyphens around it. */
const pattern = new RegExp(
  String.raw`(?<![\w.-])(${NUMBER})\.\.(${NUMBER})(?::(${NUMBER}))?(?![\w.:%-])`,
  'g',
)

/** In order of appearance; quoted text is a name and skipped. */
export const rangesIn = (text: string, from: number): readonly RangeText[] =>
  [...text.slice(from).matchAll(pattern)]
    .map((match) => ({
      text: match[0],
      from: from + match.index,
      range: rangeOf(match[1], match[2], match[3]),
    }))
    .filter((range) => !isQuoted(text.slice(from, range.from)))

const isQuoted = (before: string): boolean => before.split('"').length % 2 === 0

const bare = new RegExp(`^(${NUMBER})\\.\\.(${NUMBER})(?::(${NUMBER}))?$`)

export const parseRange = (text: string): NumberRange | null => {
  const match = bare.exec(text)
  return match === null ? null : rangeOf(match[1], match[2], match[3])
}

const rangeOf = (from = '', to = '', step = '1'): NumberRange => ({
  from: Number(from) + 0,
  to: Number(to) + 0,
  step: Number(step) + 0,
})

export const findRangeProblem = (range: NumberRange): string | null => {
  const { from, to, step } = range
  if (!(step > 0)) return 'a step above 0, as in 5..20:5'
  if (!(to > from)) return 'a range that goes up, as in 5..20'
  if (countOfRange(range) < 2) return 'a range of two numbers or more, as in 5..20:5'
  return countOfRange(range) > RANGE_VALUES_MAX ? `a range of at most ${RANGE_VALUES_MAX} numbers` : null
}
