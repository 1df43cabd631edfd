import { dateInWords } from '../../../domain/dates-in-words.ts'
import { readSpan } from '../../../domain/read-span.ts'
import type { IstDate } from '../../../domain/time.ts'
import type { Taken } from '../../command.ts'
import { isWordEnd, refuse, taken } from '../words.ts'
import { lengthBefore, type Span } from './span.ts'

const LENGTH = /^(?:(?:last|past|previous)\s+(?:(\d{1,4})\s+)?|(\d{1,4})\s+)(day|week|month|year)s?(?![\w-])/i

export const writtenSpanAt = (line: string, from: number, today: IstDate): Taken<Span> | null => {
  const text = line.slice(from)
  const [length, last, plain, unit = ''] = LENGTH.exec(text) ?? []
  // `1 day` without a prefix is an interval.
  if (length !== undefined && plain !== '1') {
    const start = lengthBefore(today, Number(last ?? plain ?? 1), unit.charAt(0).toLowerCase())
    return start === null
      ? refuse(line, from, 'a span such as last 3 months')
      : taken({ from: start, to: today }, from + length.length)
  }
  const said = readSpan(text, today)
  if (said === null || !isWordEnd(line, from + said.length)) return null
  if (said.kind === 'span') return taken({ from: said.from, to: said.to }, from + said.length)
  const at = from + said.at
  const to = from + said.length
  const expected =
    said.start === null
      ? 'a day of the calendar such as 28 jun 2024'
      : `a last day not before ${dateInWords(said.start)}`
  return { kind: 'problem', to, problem: { column: at + 1, found: line.slice(at, to), expected } }
}
