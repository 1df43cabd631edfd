import type { ArgKind } from '../../command.ts'
import { refuse, taken, wordAt } from '../words.ts'

const DAYS_MAX = 3_660
const lengths: Readonly<Record<string, number>> = { d: 1, w: 7 }

/** Calendar days. */
export const days: ArgKind<number> = {
  token: 'span',
  expects: 'days such as 180d or 26w',
  read(line, from) {
    const { text, to } = wordAt(line, from)
    const match = /^(\d{1,4})([dw])$/i.exec(text)
    if (match === null) return null
    const count = Number(match[1]) * (lengths[(match[2] ?? '').toLowerCase()] ?? 1)
    return count >= 1 && count <= DAYS_MAX ? taken(count, to) : refuse(line, from, `1 to ${DAYS_MAX} days`)
  },
  print: (count) => `${count}d`,
  complete: (word) =>
    ['30d', '90d', '180d', '365d']
      .filter((text) => text.startsWith(word.toLowerCase()))
      .map((text) => ({ text, detail: 'days of the calendar' })),
}
