import { expect } from '@playwright/test'
import type { Hex } from 'viem'
import { verifyMessage } from 'viem'
import { toShort } from '../../fixtures/DemoPage.js'
import { readPixels } from '../readPixels.js'
import type { Flow } from './Flow.js'

/** A wallet on another device, which scans the code from the screen. */
export const pair: Flow = {
  title: 'pairs a wallet on another device by the code on the screen, which signs, stays and ends',
  embeddedWallet: false,
  run: async ({ user, page, open, openWallet }) => {
    const wallet = await openWallet()
    const account = await wallet.address('eip155')
    await open('?walletConnect=1')
    await user.press('button', 'Connect')
    // the list of wallets loads last and shifts the content above it
    await user.find('button', /^All wallets/)
    await user.press('button', /^WalletConnect/)
    const code = await user.find('image', /^QR code/)
    const read = async (): Promise<string> => readPixels(await page.screenshot(), code)
    // its space is reserved before it is drawn
    await expect.poll(read).not.toBe('')
    await wallet.pair(await read())
    await wallet.approveConnection()
    await user.expectField('address', account)
    await user.expectGone('dialog', /./)

    await page.reload()
    await user.expectField('address', account)
    await user.press('button', 'Sign message')
    await wallet.approve('personal_sign')
    await user.expectField('sign-result', /^Verified: /)
    const signature = (await user.read('sign-result')).replace('Verified: ', '') as Hex
    expect(await verifyMessage({ address: account as Hex, message: 'Hello, Latchkey', signature })).toBe(true)

    await user.press('button', toShort(account))
    await user.press('button', 'Disconnect')
    await user.expectField('status', 'disconnected')
    await expect(wallet.sessions).toHaveCount(0)
  },
}
