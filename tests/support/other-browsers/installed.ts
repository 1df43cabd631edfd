import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { OtherBrowser } from './driver.ts'
import { launchFirefox } from './firefox.ts'
import { launchWebKit } from './webkit.ts'

interface Candidate {
  readonly name: string
  readonly launch: (() => Promise<OtherBrowser>) | null
}

const inPath = (name: string): string | null => {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null
}

const firefox = [process.env.FIREFOX, inPath('firefox-esr'), inPath('firefox')].find(
  (path): path is string => path != null && existsSync(path),
)
const webKitDriver = inPath('Xvfb') === null ? null : inPath('WebKitWebDriver')

export const otherBrowsers: readonly Candidate[] = [
  { name: 'Firefox', launch: firefox === undefined ? null : () => launchFirefox(firefox) },
  { name: 'WebKitGTK', launch: webKitDriver === null ? null : () => launchWebKit(webKitDriver) },
]
