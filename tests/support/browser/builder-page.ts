import type { Page } from 'playwright-core'

export const addInstrument = async (page: Page, title: string, name: string): Promise<void> => {
  // The builder of options is loaded for them alone, after the head of the screen.
  await page.getByRole('button', { name: new RegExp(`^${title}`) }).waitFor()
  await page.keyboard.press('i')
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.locator('input:focus').waitFor()
  await page.keyboard.type(name)
  await page.getByRole('listbox').getByRole('option').first().waitFor()
  await page.keyboard.press('Enter')
  await dialog.getByRole('list', { name: 'Selected' }).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
}
