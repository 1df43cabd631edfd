import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { type IntroStep, intros } from '../src/commands/learning/intro-pages.ts'
import { type IntroPage, introPages } from '../src/domain/learning/intro-address.ts'
import { launchBrowser } from '../tests/support/browser/browser.ts'
import { signIn } from '../tests/support/browser/journey.ts'
import { type Product, startProduct } from '../tests/support/browser/product.ts'
import { palette, untilItTicks, untilLive } from '../tests/support/browser/trading-page.ts'

/**
 * `npm run record` records the videos of the first steps from the built product, with ffmpeg: a WebM, its captions and a
 * still of each page, in `public/videos`. `npm run record -- options` records one.
 */

const target = resolve(import.meta.dirname, '../public/videos')
const SIZE = { width: 1280, height: 720 }
const FRAMES_PER_SECOND = 12
const KEY_MS = 55
const READ_MS = 1_800
const SEE_MS = 3_200
const BYTES_MAX = 1_500_000

interface Caption {
  readonly from: number
  to: number
  readonly text: string
}

const startFrames = async (session: CDPSession, folder: string) => {
  const frames: { readonly at: number; readonly file: string }[] = []
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    const file = join(folder, `${String(frames.length).padStart(6, '0')}.png`)
    writeFileSync(file, Buffer.from(data, 'base64'))
    frames.push({ at: metadata.timestamp ?? 0, file })
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => {})
  })
  await session.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 })
  return frames
}

const clockOf = (seconds: number): string =>
  new Date(Math.max(0, seconds) * 1_000).toISOString().slice(11, 23)

const captionFile = (captions: readonly Caption[]): string =>
  [
    'WEBVTT',
    ...captions.map(({ from, to, text }) => `${clockOf(from)} --> ${clockOf(to)}\n${text}`),
    '',
  ].join('\n\n')

/** A line whose order is confirmed needs Enter again; what asks for more than Enter is left as it is. */
const send = async (page: Page): Promise<void> => {
  for (let presses = 0; presses < 3; presses++) {
    await page.keyboard.press('Enter')
    await page.waitForTimeout(900)
    if ((await palette(page).count()) === 0) return
  }
  await page.keyboard.press('Escape')
}

const show = async (page: Page, { line }: IntroStep): Promise<void> => {
  await page.keyboard.press('Control+k')
  await palette(page).waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(line, { delay: KEY_MS })
  await page.waitForTimeout(READ_MS)
  await send(page)
  const deploy = page.getByRole('dialog').getByRole('button', { name: /^Deploy/ })
  if (line.startsWith('deploy')) await deploy.click()
  await page.waitForTimeout(SEE_MS)
}

const encode = (
  frames: readonly { readonly at: number; readonly file: string }[],
  until: number,
  folder: string,
  page: IntroPage,
): void => {
  const list = frames.flatMap(({ at, file }, index) => {
    const next = frames[index + 1]?.at ?? until
    return [`file '${file}'`, `duration ${Math.max(0.001, next - at).toFixed(3)}`]
  })
  const listed = join(folder, 'frames.txt')
  writeFileSync(listed, [...list, `file '${frames.at(-1)?.file}'`].join('\n'))
  const ffmpeg = (...args: readonly string[]) =>
    execFileSync('ffmpeg', ['-y', '-loglevel', 'error', ...args], { stdio: 'inherit' })
  const video = join(target, `${page}.webm`)
  const vp9 = [
    '-c:v',
    'libvpx-vp9',
    '-crf',
    '44',
    '-b:v',
    '0',
    '-row-mt',
    '1',
    '-deadline',
    'good',
    '-cpu-used',
    '2',
  ]
  ffmpeg(
    ...['-f', 'concat', '-safe', '0', '-i', listed, '-vf', `fps=${FRAMES_PER_SECOND},format=yuv420p`],
    ...vp9,
    video,
  )
  const { size } = statSync(video)
  if (size > BYTES_MAX) throw new Error(`${video} has ${size} bytes, more than ${BYTES_MAX}`)
  ffmpeg('-i', frames.at(-1)?.file ?? '', '-c:v', 'libwebp', '-quality', '82', join(target, `${page}.webp`))
}

const record = async (browser: Browser, product: Product, name: IntroPage): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'intro-'))
  const context = await browser.newContext({ viewport: SIZE, reducedMotion: 'reduce' })
  const page = await context.newPage()
  try {
    await signIn(page, product)
    await untilLive(page)
    await untilItTicks(page)
    // By then every screen has been loaded, and none opens with a wait.
    await page.waitForTimeout(8_000)
    const frames = await startFrames(await context.newCDPSession(page), folder)
    await page.waitForTimeout(500)
    const began = frames[0]?.at ?? Date.now() / 1_000
    const now = () => Date.now() / 1_000 - began
    const captions: Caption[] = []
    for (const step of intros[name].steps) {
      const from = now()
      await show(page, step)
      captions.push({ from, to: now() - 0.1, text: `${step.title}: ${step.note}` })
    }
    encode(frames, Date.now() / 1_000, folder, name)
    writeFileSync(join(target, `${name}.vtt`), captionFile(captions))
  } finally {
    await context.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const names = process.argv.slice(2)
const wanted = introPages.filter((page) => names.length === 0 || names.includes(page))
mkdirSync(target, { recursive: true })
const browser = await launchBrowser()
try {
  for (const page of wanted) {
    // Each page begins with an empty account of its own.
    const product = await startProduct({
      MARKET_CLOCK: 'x2',
      MARKET_START: '2026-11-25 11:00',
      WARM_UP: 'off',
    })
    await record(browser, product, page).finally(() => product.dispose())
  }
} finally {
  await browser.close()
}
