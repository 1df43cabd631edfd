import type { ArgKind } from '../../command.ts'
import type { Environment, KnownAlert } from '../../environment.ts'
import { knownName, printName } from '../list-name.ts'
import { taken, wordAt } from '../words.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const running = ({ alerts = [] }: Environment): readonly KnownAlert[] =>
  alerts.filter(({ status }) => status === 'running')

/** By id or by the name of its scanner. */
export const alertOf = (text: string, environment: Environment): KnownAlert | null => {
  const { alerts = [] } = environment
  return (
    alerts.find(({ alertUuid }) => alertUuid === text) ??
    running(environment).find(({ scannerName }) => scannerName.toLowerCase() === text.trim().toLowerCase()) ??
    null
  )
}

const named = knownName({
  expects: 'a running alert, by name in quotes',
  namesOf: (environment) => [...new Set(running(environment).map(({ scannerName }) => scannerName))],
})

export const alertName: ArgKind<string> = {
  ...named,
  read(line, from, environment) {
    const { text, to } = wordAt(line, from)
    return UUID.test(text) ? taken(text, to) : named.read(line, from, environment)
  },
  print: (value) => (UUID.test(value) ? value : printName(value)),
}
