import { FullScreenSpinner } from '../../kit/layout/spinner.tsx'

export function LogoutScreen() {
  return <FullScreenSpinner text="Signing out" />
}
