import type { DrawingPoint } from '../../../domain/charts/drawings/drawing.ts'
import { type IstDate, MINUTE_MS, SESSION_OPEN_MINUTE, startOfIstDate } from '../../../domain/time.ts'
import type { ArgKind } from '../../command.ts'
import { numberAt } from '../number.ts'
import { moment, momentAt } from '../time/moment.ts'
import { isWordEnd, phraseAt, refuse, skipSpaces, taken } from '../words.ts'

const EXAMPLE = '1490 at 18 nov 10:15, 1520 at 20 nov 14:30'

interface Read {
  readonly point: DrawingPoint
  readonly to: number
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
  const time = momentAt(line, skipSpaces(line, word), today)
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
  print: (points) => points.map(({ at, price }) => `${price} at ${moment.print(at)}`).join(', '),
  complete: () => [],
}
