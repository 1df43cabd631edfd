import type { ArgKind } from '../command.ts'

/** For commands that are not typed: their form has read the value. */
export const formValue = <Value>(expects: string): ArgKind<Value> => ({
  token: 'unknown',
  expects,
  read: () => null,
  print: () => '',
  complete: () => [],
})
