import { type EntryLimit, entryPeriods } from '../../../domain/backtests/backtest.ts'
import { ENTRIES_MOST_MAX, isCount } from '../../../domain/backtests/trade-rules.ts'
import { formatNumber } from '../../../domain/format.ts'
import type { ArgKind } from '../../command.ts'
import { refuse, taken, wordAt } from '../words.ts'

const countsFair = `1 to ${formatNumber(ENTRIES_MOST_MAX, 0)}`

export const entryLimit: ArgKind<EntryLimit> = {
  token: 'number',
  expects: 'most entries such as 3/day or 10/week',
  read(line, from) {
    const { text, to } = wordAt(line, from)
    const [, digits, period] = /^(\d{1,9})\/([a-z]+)$/i.exec(text) ?? []
    const per = entryPeriods.find((known) => known === period?.toLowerCase())
    if (digits === undefined || per === undefined) return null
    const most = Number(digits)
    return isCount(most) ? taken({ per, most }, to) : refuse(line, from, `${countsFair} entries a ${per}`)
  },
  print: ({ per, most }) => `${most}/${per}`,
  complete: (word) =>
    [
      { text: '1/day', detail: 'one entry a day and instrument' },
      { text: '3/day', detail: 'three entries a day and instrument' },
      { text: '5/week', detail: 'five entries a week and instrument' },
    ].filter(({ text }) => text.startsWith(word.toLowerCase())),
}

export const lossCount: ArgKind<number> = {
  token: 'number',
  expects: 'losses in a row on one day such as 2',
  read(line, from) {
    const { text, to } = wordAt(line, from)
    if (!/^\d{1,9}$/.test(text)) return null
    return isCount(Number(text)) ? taken(Number(text), to) : refuse(line, from, `${countsFair} losses`)
  },
  print: (count) => `${count}`,
  complete: (word) =>
    ['2', '3']
      .filter((text) => text.startsWith(word))
      .map((text) => ({ text, detail: 'losing trades, then no entry that day' })),
}
