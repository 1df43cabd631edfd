import type { Platform } from '../platform/platform.ts'

const RETRY_MS = 3000

interface LoadPorts {
  readonly platform: Pick<Platform, 'after' | 'log'>
  readonly what: string
}

export const loadUntilThere = async (load: () => Promise<void>, ports: LoadPorts): Promise<void> => {
  try {
    await load()
  } catch (error) {
    ports.platform.log(`${ports.what} could not be loaded: ${error}`)
    ports.platform.after(RETRY_MS, () => void loadUntilThere(load, ports))
  }
}
