import { toShort } from '../fixtures/DemoPage.js'
import { expect, test } from '../fixtures/test.js'

const waiting = 'Open Dev wallet to continue'

test('a request to a locked wallet stays pending, and connects once the wallet is unlocked @main', async ({
  demo,
  page,
}) => {
  await demo.goto()
  await demo.wallet.script({ locked: 'wait' })
  await demo.pickDevWallet()
  await expect(demo.heading(waiting)).toBeVisible()
  await expect(demo.status).toHaveText('connecting')
  await page.evaluate(() => window.devWallet.unlock())
  await demo.expectConnected()
})

test('a locked wallet that refuses shows "Request pending", and connects on retry once it is unlocked @main', async ({
  demo,
  page,
}) => {
  await demo.goto()
  await demo.wallet.script({ locked: 'pending' })
  await demo.pickDevWallet()
  await expect(demo.heading('Request pending')).toBeVisible()
  await page.evaluate(() => window.devWallet.unlock())
  await demo.button('Try again').click()
  await demo.expectConnected()
})

test('the wallet’s own dialog is above the modal: Esc rejects the request and leaves the modal open @main', async ({
  demo,
  page,
}) => {
  const walletDialog = page.getByRole('dialog', { name: 'Dev wallet asks' })
  await demo.goto()
  await page.getByLabel('When asked').selectOption('asks you')

  await demo.pickDevWallet()
  await expect(walletDialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(walletDialog).toBeHidden()
  await expect(demo.heading('Connection rejected')).toBeVisible()

  await demo.button('Try again').click()
  await walletDialog.getByRole('button', { name: 'Reject' }).click()
  await expect(demo.heading('Connection rejected')).toBeVisible()

  await demo.button('Try again').click()
  await walletDialog.getByRole('button', { name: 'Approve' }).click()
  await demo.expectConnected()
})

test('a reload while connecting leaves the page disconnected, and connecting works afterwards @main', async ({
  demo,
  page,
}) => {
  await demo.goto()
  await demo.wallet.script({ methods: { eth_requestAccounts: { kind: 'hang' } } })
  await demo.pickDevWallet()
  await expect(demo.status).toHaveText('connecting')
  await page.reload()
  await demo.expectDisconnected()
  await demo.connect()
})

test('a wallet stays connected while another is asked to connect, and after that attempt is closed @main', async ({
  demo,
  page,
}) => {
  await demo.addTools()
  await demo.goto()
  await demo.connect()
  await page.evaluate(() => {
    const { chains } = window.devWallet
    const key = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'
    const script = { methods: { eth_requestAccounts: { kind: 'hang' } } } as const
    const other = window.tools.createEvmWallet({
      name: 'Other',
      rdns: 'example.other',
      accounts: [key],
      chains,
      script,
    })
    Object.assign(window, { other })
    other.announce(window)
    void window.latchkey.open({ view: 'Connect' })
  })
  await demo.button('Other').click()
  await expect(demo.heading('Open Other to continue')).toBeVisible()
  await expect(demo.address).toHaveText(demo.accounts[0] ?? '')
  await page.keyboard.press('Escape')
  await expect(demo.dialog).toBeHidden()
  await page.evaluate(() => (Reflect.get(window, 'other') as Window['devWallet']).release())
  await expect(demo.address).toHaveText(demo.accounts[0] ?? '')
  await expect(demo.status).toHaveText('connected')
})

test('the wallet list does not change while the modal fades out after connecting @main', async ({ demo, page }) => {
  await demo.addTools()
  await demo.goto()
  await page.evaluate(() => {
    const { chains } = window.devWallet
    const key = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'
    window.tools.createEvmWallet({ name: 'Other', rdns: 'example.other', accounts: [key], chains }).announce(window)
    void window.latchkey.open({ view: 'Connect' })
  })
  await expect(demo.button('Other')).toBeVisible()
  const fading = page.evaluate(() => {
    const root = document.querySelector('latchkey-modal')?.shadowRoot
    const dialog = root?.querySelector('dialog')
    const read = (): string | null | undefined => root?.querySelector('.wallets')?.textContent
    const before = read()
    return new Promise<{ readonly changes: unknown[]; readonly frames: number }>((done) => {
      const changes: unknown[] = []
      let frames = 0
      const watch = (): void => {
        const isFading = dialog?.open === false
        if (isFading) frames += 1
        if (read() !== before) changes.push(read())
        if (isFading && dialog.getAnimations().length === 0) done({ changes, frames })
        else requestAnimationFrame(watch)
      }
      requestAnimationFrame(watch)
    })
  })
  await demo.button('Other').click()
  await expect(demo.status).toHaveText('connected')
  const { changes, frames } = await fading
  expect(frames).toBeGreaterThan(0)
  expect(changes).toEqual([])
})

test('the page follows a wallet that switches its account @main', async ({ demo, page }) => {
  const [, second = ''] = demo.accounts
  await demo.goto()
  await demo.connect()
  await demo.wallet.selectAccount(1)
  await expect(demo.address).toHaveText(second)
  await expect(page.getByRole('button', { name: toShort(second), exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Sign message' }).click()
  await expect(page.getByTestId('sign-result')).toHaveText(/^Verified/)
  await page.reload()
  await expect(demo.address).toHaveText(second)
})

test('opening shows Connect if no wallet is connected, whichever view was open last @main [S2.11] [S2.13]', async ({
  demo,
  page,
}) => {
  await demo.goto()
  await demo.wallet.script({ methods: { eth_requestAccounts: [{ kind: 'reject' }] } })
  await demo.connectButton.click()
  await expect(demo.heading('Connect')).toBeVisible()
  await demo.button('Dev wallet').click()
  await expect(demo.heading('Connection rejected')).toBeVisible()

  await page.keyboard.press('Escape')
  await expect(demo.dialog).toBeHidden()
  expect((await demo.state()).router.stack).toEqual([{ view: 'Connect' }])
  await demo.connectButton.click()
  await expect(demo.heading('Connect')).toBeVisible()
  await expect(demo.button('Dev wallet')).toBeVisible()
})

test('opening shows Account if a wallet is connected @main [S2.10]', async ({ demo, page }) => {
  await demo.goto()
  await demo.connect()
  await page.evaluate(() => window.latchkey.open())
  await expect(demo.heading('Account')).toBeVisible()
  await expect(demo.button('Disconnect')).toBeVisible()
})

test('going back shows the previous view, and closes the modal if there is none @main [S2.12]', async ({
  demo,
  page,
  chains: [, two],
}) => {
  await demo.addTools()
  await demo.goto()
  await demo.connect()
  await demo.openAccount()
  await demo.wallet.script({ methods: { wallet_switchEthereumChain: [{ kind: 'reject' }] } })
  await demo.button('Change network').click()
  await demo.button(two.name).click()
  await expect(demo.heading('Declined in your wallet')).toBeVisible()

  await demo.button('Back').click()
  await expect(demo.heading('Choose a network')).toBeVisible()
  await demo.button('Back').click()
  await expect(demo.heading('Account')).toBeVisible()
  await expect(demo.button('Back')).toBeHidden()
  await page.evaluate(() => window.tools.goBack(window.latchkey))
  await expect(demo.dialog).toBeHidden()
})
