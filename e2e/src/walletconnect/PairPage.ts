import { expect, type Locator } from '@playwright/test'
import type { DemoPage } from '../fixtures/DemoPage.js'
import type { MultiPage, Namespace } from '../fixtures/MultiPage.js'
import { readQrCode } from './readQrCode.js'
import type { WalletPage } from './WalletPage.js'

/** The demo, for a user with a wallet on another device. */
export class PairPage {
  readonly multi: MultiPage
  readonly demo: DemoPage
  readonly wallet: WalletPage

  constructor(multi: MultiPage, wallet: WalletPage) {
    this.multi = multi
    this.demo = multi.demo
    this.wallet = wallet
  }

  get code(): Locator {
    return this.demo.dialog.getByRole('img', { name: 'QR code to connect a wallet' })
  }

  async goto(more = ''): Promise<void> {
    await this.demo.goto(`?solana=1&bitcoin=1&walletConnect=1${more}`)
  }

  /** Opens the modal at the view with the code. */
  async showCode(): Promise<void> {
    await this.demo.connectButton.click()
    await this.demo.button(/^WalletConnect/).click()
    await expect(this.code.locator('svg')).toBeVisible()
  }

  readCode(): Promise<string> {
    return readQrCode(this.code)
  }

  /** Shows the code, scans it from the screen, and approves. */
  async connect(): Promise<void> {
    await this.showCode()
    await this.wallet.scan(this.code)
    await this.wallet.approveConnection()
    await this.multi.expectAll()
  }

  /** Disconnects by the page's own button, which ends the session on all namespaces. */
  async disconnect(): Promise<void> {
    await this.multi.button('eip155', 'Disconnect').click()
    await this.expectNone()
  }

  async expectNone(): Promise<void> {
    for (const namespace of ['eip155', 'solana', 'bip122'] as const)
      await expect(this.multi.field(namespace, 'status')).toHaveText('disconnected')
  }

  /** Requests a signature on a namespace; the wallet approves automatically or is to be approved. */
  async sign(namespace: Namespace): Promise<string> {
    await this.multi.activate(namespace)
    const result = this.demo.page.getByTestId('sign-result')
    await this.demo.page.getByRole('button', { name: 'Sign message' }).click()
    await this.wallet.approve(signMethods[namespace])
    await expect(result).toHaveAttribute('data-kind', 'done')
    return ((await result.textContent()) ?? '').replace(/^.*: /, '')
  }

  /** Sends a transaction on a namespace and waits until it is mined. */
  async send(namespace: Namespace, outcome: RegExp): Promise<string> {
    await this.multi.activate(namespace)
    await this.demo.page.getByRole('button', { name: 'Send', exact: true }).click()
    await this.wallet.approve(sendMethods[namespace])
    const result = this.demo.page.getByTestId('send-result')
    await expect(result).toHaveText(outcome)
    return ((await result.textContent()) ?? '').replace(/^.*: /, '')
  }
}

const signMethods = { eip155: 'personal_sign', solana: 'solana_signMessage', bip122: 'signMessage' }
const sendMethods = { eip155: 'eth_sendTransaction', solana: 'solana_sign', bip122: 'sendTransfer' }
