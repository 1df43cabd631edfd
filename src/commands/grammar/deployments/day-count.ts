import { formatNumber } from '../../../domain/format.ts'
import type { ArgKind } from '../../command.ts'
import { refuse, taken, wordAt } from '../words.ts'

const COUNT_MAX = 1_000

export const dayCount: ArgKind<number> = {
  token: 'number',
  expects: 'a number a day such as 6',
  read(line, from) {
    const { text, to } = wordAt(line, from)
    if (!/^\d{1,9}$/.test(text)) return null
    const count = Number(text)
    return count >= 1 && count <= COUNT_MAX
      ? taken(count, to)
      : refuse(line, from, `1 to ${formatNumber(COUNT_MAX, 0)} a day`)
  },
  print: (count) => `${count}`,
  complete: (word) =>
    ['2', '6'].filter((text) => text.startsWith(word)).map((text) => ({ text, detail: 'a day' })),
}
