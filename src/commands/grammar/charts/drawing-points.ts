import type { DrawingPoint } from '../../../domain/charts/drawings/drawing.ts'
import { readDate } from '../../../domain/read-date.ts'
import {
  type IstDate,
  MINUTE_MS,
  parseClock,
  SESSION_OPEN_MINUTE,
  startOfIstDate,
  toIstClock,
  toIstDate,
} from '../../../domain/time.ts'
import type { ArgKind } from '../../command.ts'
import { numberAt } from '../number.ts'
import { isWordEnd, phraseAt, refuse, skipSpaces, taken, wordAt } from '../words.ts'

const DATE_WORDS_MAX = 3
const EXAMPLE = '1490 at 18 nov 10:15, 1520 at 20 nov 14:30'

interface Read {
  readonly point: DrawingPoint
  readonly to: number
}

const dateAt = (line: string, from: number, today: IstDate): { day: IstDate; to: number } | null => {
  let end = from
  let found: { day: IstDate; to: number } | null = null
  for (let words = 0; words < DATE_WORDS_MAX; words++) {
    const { text, to } = wordAt(line, skipSpaces(line, end))
    if (text === '') break
    end = to
    const day = readDate(line.slice(from, end), today)
    if (day !== null) found = { day, to: end }
  }
  return found
}

/** Without a clock, the open of the session. */
const timeAt = (line: string, from: number, today: IstDate): { at: number; to: number } | null => {
  const date = dateAt(line, from, today)
  const clockFrom = date === null ? from : skipSpaces(line, date.to)
  const clock = wordAt(line, clockFrom)
  const minute = /^\d{1,2}:\d{2}$/.test(clock.text) ? parseClock(clock.text) : null
  if (date === null && minute === null) return null
  const at = startOfIstDate(date?.day ?? today) + (minute ?? SESSION_OPEN_MINUTE) * MINUTE_MS
  return { at, to: minute === null ? (date?.to ?? from) : clock.to }
}

/** `1490 at 18 nov 10:15`; a price alone is of today. */
const pointAt = (line: string, from: number, today: IstDate): Read | null => {
  const price = numberAt(line, from)
  const priceEnd = price === null || !isWordEnd(line, price.to) ? null : price.to
  const word = phraseAt(line, priceEnd === null ? from : skipSpaces(line, priceEnd), 'at')
  if (word === null)
    return price === null || priceEnd === null
      ? null
      : {
          point: { at: startOfIstDate(today) + SESSION_OPEN_MINUTE * MINUTE_MS, price: price.value },
          to: priceEnd,
        }
  const time = timeAt(line, skipSpaces(line, word), today)
  return time === null ? null : { point: { at: time.at, price: price?.value ?? 0 }, to: time.to }
}

/** Separated by commas. */
export const drawingPoints: ArgKind<readonly DrawingPoint[]> = {
  token: 'number',
  expects: `prices and times such as ${EXAMPLE}`,
  read(line, from, { today }) {
    const points: DrawingPoint[] = []
    let at = from
    for (;;) {
      const read = pointAt(line, at, today)
      if (read === null) return points.length === 0 ? null : refuse(line, at, `a point such as ${EXAMPLE}`)
      points.push(read.point)
      const comma = skipSpaces(line, read.to)
      if (line[comma] !== ',') return taken(points, read.to)
      at = skipSpaces(line, comma + 1)
    }
  },
  print: (points) =>
    points.map(({ at, price }) => `${price} at ${toIstDate(at)} ${toIstClock(at)}`).join(', '),
  complete: () => [],
}
