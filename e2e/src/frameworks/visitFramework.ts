import { expect, type Response } from '@playwright/test'
import { findViolations } from '../fixtures/createAxe.js'
import type { ExamplePage } from './ExamplePage.js'

/** Checks what every framework has to do: a whole visit, and the next one. Returns the texts of the scripts. */
export async function visitFramework(example: ExamplePage, url: string): Promise<readonly string[]> {
  const { page } = example
  const scripts: Promise<string>[] = []
  const collect = (response: Response): void => {
    if (response.request().resourceType() === 'script') scripts.push(response.text())
  }
  page.on('response', collect)
  await page.goto(url)
  await example.expectDisconnected()
  expect(await findViolations(page)).toEqual([])
  await example.connectButton.click()
  await expect(example.dialog.getByRole('button', { name: 'Dev wallet' })).toBeVisible()
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(example.dialog).toBeHidden()

  await example.connect()
  expect(await findViolations(page)).toEqual([])
  page.off('response', collect)
  const texts = await Promise.all(scripts)

  await page.reload()
  await example.expectConnected()
  expect(await page.evaluate(() => window.devWallet.prompts)).toBe(0)
  await example.disconnect()
  await page.reload()
  await example.expectDisconnected()
  return texts
}
