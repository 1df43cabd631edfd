import { FullScreenSpinner } from '../../kit/layout/spinner.tsx'

/** Opening this screen signs out. */
export function LogoutScreen() {
  return <FullScreenSpinner text="Signing out" />
}
