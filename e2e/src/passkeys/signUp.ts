import { expect } from '@playwright/test'
import type { EmbeddedPage } from '../embedded/EmbeddedPage.js'
import { VirtualAuthenticator } from './VirtualAuthenticator.js'

/** Creates a wallet with a passkey, in the pop-up that a new passkey needs, and waits until the modal has closed. */
export async function signUp(embedded: EmbeddedPage): Promise<VirtualAuthenticator> {
  const device = await createWallet(embedded)
  await embedded.expectConnected()
  return device
}

/** The same, without waiting for the modal's next view. */
export async function createWallet(embedded: EmbeddedPage): Promise<VirtualAuthenticator> {
  const { demo, page } = embedded
  const device = await VirtualAuthenticator.add(page)
  await demo.connectButton.click()
  await demo.button('Continue with a passkey').click()
  // the device has none yet
  await expect(demo.heading('No passkey used')).toBeVisible()
  await runInPopup(embedded, 'Create a passkey', device)
  return device
}

/**
 * Clicks a button that opens the vault's pop-up, and waits until that closes. It is on the same device, so it shares the passkeys; the
 * vault's replies wait until it has them.
 */
export async function runInPopup(
  { demo, page }: EmbeddedPage,
  name: string,
  device: VirtualAuthenticator,
): Promise<void> {
  const opened = page.waitForEvent('popup')
  const adding = opened.then((popup) => VirtualAuthenticator.add(popup, { from: device }))
  const calls = `${process.env['VAULT_URL']}v1/call`
  await page.context().route(calls, async (route) => {
    await device.copy(await adding)
    await route.fallback()
  })
  await demo.button(name).click()
  const popup = await opened
  await popup.waitForEvent('close')
  await page.context().unroute(calls)
}
