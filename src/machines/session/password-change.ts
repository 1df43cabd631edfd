import type { BodyOf } from '../../contract/call-types.ts'
import { changePassword } from '../../contract/session.ts'
import { createRequestMachine } from '../request.ts'

declare module '../requests.ts' {
  interface Requests {
    readonly passwordChange: {
      readonly type: 'request.send'
      readonly input: BodyOf<typeof changePassword>
    }
  }
  interface Machines {
    readonly passwordChange: typeof passwordChangeMachine
  }
}

/** Ends the user's other login sessions. Failures are shown beside the form, not in a toast. */
export const passwordChangeMachine = createRequestMachine<BodyOf<typeof changePassword>, null>({
  id: 'passwordChange',
  failure: changePassword.failure,
  isQuiet: true,
})
