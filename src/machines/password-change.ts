import { changePassword } from '../contract/accounts.ts'
import type { BodyOf } from '../contract/call-types.ts'
import { createRequestMachine } from './request.ts'

/** Ends every other session of the user. Its failures stand beside the form and not in a toast. */
export const passwordChangeMachine = createRequestMachine<BodyOf<typeof changePassword>, null>({
  id: 'passwordChange',
  failure: changePassword.failure,
  isQuiet: true,
})
