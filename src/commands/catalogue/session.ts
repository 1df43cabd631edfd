import { command, required, to } from '../command.ts'
import { formValue } from '../grammar/form-value.ts'

const text = (title: string) => required(title, formValue<string>(title))

export const signIn = command({
  id: 'auth.signIn',
  title: 'Sign in',
  verb: 'sign in',
  isTyped: false,
  when: '!signedIn',
  effect: 'local',
  args: { userName: text('User'), password: text('Password') },
  run: (args) => to('auth', { type: 'auth.signIn', ...args }),
})

export const changePassword = command({
  id: 'auth.changePassword',
  title: 'Change the password',
  verb: 'change password',
  isTyped: false,
  effect: 'local',
  args: { current: text('Current password'), next: text('New password') },
  run: ({ current, next }) =>
    to('passwordChange', {
      type: 'request.send',
      input: { currentPassword: current, nextPassword: next },
    }),
})

/** For a kill switch that the server has not confirmed when the login session ended. */
export const cancelOwedKill = command({
  id: 'kill.cancelOwed',
  title: 'Cancel the kill switch',
  verb: 'cancel the kill switch',
  isTyped: false,
  when: '!signedIn',
  effect: 'local',
  run: () => to('killIntent', { type: 'intent.drop' }),
})

export const sessionCommands = [signIn, changePassword, cancelOwedKill] as const
