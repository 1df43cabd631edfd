import { FullScreenSpinner } from '../../kit/layout/spinner.tsx'

/** Navigating here signs out. */
export function LogoutScreen() {
  return <FullScreenSpinner text="Signing out" />
}
