import { FullScreenSpinner } from '../../kit/spinner.tsx'

/** Coming here is the act: the session is left, and sign-in stands at the root path. */
export function LogoutScreen() {
  return <FullScreenSpinner text="Signing out" />
}
