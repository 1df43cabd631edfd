import { useSnapshot } from '../console.tsx'

export const useIsArmed = (): boolean => useSnapshot('arming', (arming) => arming.matches('armed'))
