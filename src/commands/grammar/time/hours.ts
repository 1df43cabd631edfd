import { parseClock, SESSION_CLOSE_MINUTE, SESSION_OPEN_MINUTE } from '../../../domain/time.ts'
import type { ArgKind } from '../../command.ts'
import { refuse, taken, wordAt } from '../words.ts'

export interface Hours {
  readonly start: string
  readonly stop: string
}

/** IST. */
export const hours: ArgKind<Hours> = {
  token: 'span',
  expects: 'hours such as 09:20-15:00',
  read(line, from) {
    const { text, to } = wordAt(line, from)
    const match = /^(\d{2}:\d{2})-(\d{2}:\d{2})$/.exec(text)
    if (match === null) return null
    const [, start = '', stop = ''] = match
    const first = parseClock(start)
    const last = parseClock(stop)
    const isFair = first !== null && last !== null && first < last
    return isFair && first >= SESSION_OPEN_MINUTE && last <= SESSION_CLOSE_MINUTE
      ? taken({ start, stop }, to)
      : refuse(line, from, 'hours within the session, 09:15-15:30')
  },
  print: ({ start, stop }) => `${start}-${stop}`,
  complete: (word) =>
    ['09:15-15:15', '09:20-15:00']
      .filter((text) => text.startsWith(word))
      .map((text) => ({ text, detail: 'entries within, MIS squared off at the end' })),
}
