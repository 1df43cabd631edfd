import { type ArgKind, command, required, to } from '../../command.ts'
import { taken } from '../../grammar/words.ts'

const addressKind: ArgKind<string> = {
  token: 'name',
  expects: 'an address such as /settings?section=limits',
  read(line, from) {
    const found = /^\/\S*/.exec(line.slice(from))?.[0]
    return found === undefined ? null : taken(found, from + found.length)
  },
  print: (address) => address,
  complete: () => [],
}

export const openAddress = command({
  id: 'address.open',
  title: 'Open an address',
  verb: 'address',
  isListed: false,
  when: 'signedIn',
  effect: 'read',
  args: { address: required('Address', addressKind) },
  run: ({ address }) => to('navigation', { type: 'view.open', path: address }),
  describe: ({ address }) => `Open ${address}`,
})

export const addressCommands = [openAddress] as const
