import type { SignIn } from '../browser/product.ts'
import { FACT_MS } from '../limits.ts'
import type { DrivenPage } from './page.ts'

/** A key pressed too soon after a question is ignored, so it is pressed again after this time. */
const ANSWER_AWAITED_MS = 600

export const signIn = async (page: DrivenPage, { userName, password }: SignIn): Promise<void> => {
  await page.untilFocused('textbox', 'User')
  await page.type(userName)
  await page.press('Tab')
  await page.type(password)
  await page.press('Enter')
}

export const untilLive = async (page: DrivenPage): Promise<void> => {
  await page.see('contentinfo', '', /simulated quotes live/)
}

/** Waits for two different live prices of the first index. */
export const untilItTicks = async (page: DrivenPage): Promise<void> => {
  const shown = () =>
    page.run(() => {
      const ticker = document.querySelector<HTMLElement>('[aria-label="Index prices"] button')
      return ticker === null || ticker.querySelector('[data-stale]') !== null ? null : ticker.innerText
    })
  let first: string | null = null
  await page.until('the first index ticks', async () => {
    const now = await shown()
    first ??= now
    return now !== null && /\d%/.test(now) && now !== first
  })
}

export const goTo = async (page: DrivenPage, key: string): Promise<void> => {
  await page.press('g')
  await page.press(key)
  await page.until('the screen is there', () =>
    page.run(() => document.querySelector('main[aria-busy=false] h1') !== null),
  )
}

export const typeLine = async (page: DrivenPage, line: string): Promise<void> => {
  await page.press('Control+k')
  await page.untilFocused('combobox', 'Command line')
  await page.press('Control+a')
  await page.type(line)
}

const questionOf = async (page: DrivenPage): Promise<string | null> => {
  const [line] = await page.all('dialog', 'Command line')
  return line === undefined ? null : (await page.all('alert')).map(({ text }) => text).join(' ')
}

export const answerLine = async (page: DrivenPage): Promise<void> => {
  for (const end = performance.now() + FACT_MS; performance.now() < end; ) {
    const asked = await questionOf(page)
    if (asked === null) return
    await page.press('Enter')
    for (const soon = performance.now() + ANSWER_AWAITED_MS; performance.now() < soon; )
      if ((await questionOf(page)) !== asked) break
  }
  throw new Error('the line is still open')
}
