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
import { skipSpaces, taken, wordAt } from '../words.ts'

const DATE_WORDS_MAX = 3

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
export const momentAt = (line: string, from: number, today: IstDate): { at: number; to: number } | null => {
  const date = dateAt(line, from, today)
  const clockFrom = date === null ? from : skipSpaces(line, date.to)
  const clock = wordAt(line, clockFrom)
  const minute = /^\d{1,2}:\d{2}$/.test(clock.text) ? parseClock(clock.text) : null
  if (date === null && minute === null) return null
  const at = startOfIstDate(date?.day ?? today) + (minute ?? SESSION_OPEN_MINUTE) * MINUTE_MS
  return { at, to: minute === null ? (date?.to ?? from) : clock.to }
}

/** Epoch ms of an IST time. */
export const moment: ArgKind<number> = {
  token: 'span',
  expects: 'a day, and a time if you like, such as 18 nov or 18 nov 10:15',
  read(line, from, { today }) {
    const found = momentAt(line, from, today)
    return found === null ? null : taken(found.at, found.to)
  },
  print: (at) => `${toIstDate(at)} ${toIstClock(at)}`,
  complete: (word) =>
    ['today', 'yesterday']
      .filter((text) => text.startsWith(word.toLowerCase()))
      .map((text) => ({ text, detail: 'trading day' })),
}
