import { test as base, devices, expect } from '@playwright/test'
import { watchPage } from '../fixtures/watchPage.js'
import { PhonePage } from './PhonePage.js'

export type PhoneFixtures = {
  readonly phone: PhonePage
  /** Page errors that the test itself provokes. */
  readonly expectedErrors: RegExp[]
}

/** Settings that make Chromium look like a phone. */
export type Phone = {
  readonly userAgent: string
  readonly viewport: { readonly width: number; readonly height: number }
  readonly deviceScaleFactor: number
  readonly isMobile: boolean
  readonly hasTouch: boolean
}

export const phones: { readonly [name in 'iPhone' | 'Pixel']: Phone } = {
  iPhone: toPhone('iPhone 13'),
  Pixel: toPhone('Pixel 7'),
}

function toPhone(name: string): Phone {
  const device = devices[name]
  if (!device) throw new Error(`Playwright has no device named ${name}.`)
  const { userAgent, viewport, deviceScaleFactor, isMobile, hasTouch } = device
  return { userAgent, viewport, deviceScaleFactor, isMobile, hasTouch }
}

export const test = base.extend<PhoneFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the needed fixtures from the pattern
  expectedErrors: async ({}, use) => use([]),
  phone: async ({ page, expectedErrors }, use) => {
    const chains: readonly { readonly rpcUrl: string }[] = JSON.parse(process.env['CHAINS'] ?? '[]')
    const errors = await watchPage(page, {
      hosts: [process.env['DEMO_URL'] ?? '', process.env['WALLETS_URL'] ?? '', ...chains.map(({ rpcUrl }) => rpcUrl)],
    })
    const phone = new PhonePage(page, { url: process.env['DEMO_URL'] ?? '' })
    await phone.stay()
    await use(phone)
    expect(errors.filter((error) => !expectedErrors.some((pattern) => pattern.test(error)))).toEqual([])
  },
})

export { expect }
