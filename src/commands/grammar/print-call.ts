import { type AnyArgs, type CommandCall, findCommand } from '../registry.ts'

/** Empty for a command that is not typed. */
export const printCall = (call: CommandCall): string => {
  const one = findCommand(call.command)
  if (one === null || one.isTyped === false) return ''
  const given: AnyArgs = call.args
  const words = Object.entries(one.args).flatMap(([name, spec]) => {
    const value = given[name]
    if (value === undefined) return []
    const text = spec.kind.print(value)
    return [spec.word === null ? text : `${spec.word} ${text}`]
  })
  return [one.verb, ...words].join(' ')
}
