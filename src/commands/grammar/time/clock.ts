import type { Condition } from '../../../domain/strategies/condition/tree.ts'
import { parseClock, SESSION_CLOSE_MINUTE, SESSION_OPEN_MINUTE } from '../../../domain/time.ts'
import type { ArgKind } from '../../command.ts'
import { condition } from '../backtests/condition.ts'
import { refuse, taken, wordAt } from '../words.ts'

/** IST. */
export const clock: ArgKind<string> = {
  token: 'span',
  expects: 'a time such as 09:20',
  read(line, from) {
    const { text, to } = wordAt(line, from)
    if (!/^\d{1,2}:\d{2}$/.test(text)) return null
    const minute = parseClock(text)
    return minute !== null && minute >= SESSION_OPEN_MINUTE && minute <= SESSION_CLOSE_MINUTE
      ? taken(text, to)
      : refuse(line, from, 'a time of the session, 09:15 to 15:30')
  },
  print: (value) => value,
  complete: (word) =>
    ['09:20', '15:15'].filter((text) => text.startsWith(word)).map((text) => ({ text, detail: 'IST' })),
}

export type ExitSpec =
  | { readonly kind: 'clock'; readonly at: string }
  | { readonly kind: 'condition'; readonly condition: Condition }

export const exitSpec: ArgKind<ExitSpec> = {
  token: 'condition',
  expects: 'a time such as 15:15 or a condition such as rsi(14) > 70',
  read(line, from, environment) {
    const time = clock.read(line, from, environment)
    if (time !== null) return time.kind === 'value' ? taken({ kind: 'clock', at: time.value }, time.to) : time
    const rule = condition.read(line, from, environment)
    return rule?.kind === 'value' ? taken({ kind: 'condition', condition: rule.value }, rule.to) : rule
  },
  print: (value) => (value.kind === 'clock' ? value.at : condition.print(value.condition)),
  complete: (word, environment) => [
    ...clock.complete(word, environment),
    ...condition.complete(word, environment),
  ],
}
