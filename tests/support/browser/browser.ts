import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const places = [
  process.env.CHROMIUM,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Null without a Chromium: journeys then skip and say so. */
export const browserPath: string | null =
  places.find((path): path is string => path !== undefined && existsSync(path)) ?? null

export const launchBrowser = (...more: readonly string[]): Promise<Browser> => {
  if (browserPath === null) throw new Error('no Chromium on this machine')
  return chromium.launch({
    executablePath: browserPath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...more,
    ],
  })
}
