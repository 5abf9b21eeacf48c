import type { Page } from '@playwright/test'
import { toShort } from '../fixtures/DemoPage.js'
import { expect, test } from '../fixtures/test.js'

const part = (page: Page, name: string) => page.getByTestId(`wagmi-${name}`)
const act = (page: Page, name: string) => page.getByRole('button', { name: `wagmi ${name}`, exact: true }).click()

test('wagmi follows the modal: connecting, switching, disconnecting, and a reload @main', async ({
  demo,
  page,
  chains: [one, two],
}) => {
  const [account = ''] = demo.accounts
  await demo.goto('wagmi.html')
  await expect(part(page, 'status')).toHaveText('disconnected')
  await demo.pickDevWallet()
  await expect(part(page, 'status')).toHaveText('connected')
  await expect(part(page, 'address')).toHaveText(account)
  await expect(part(page, 'chain')).toHaveText(String(one.id))
  await expect(part(page, 'balance')).toHaveText('100')

  await page.getByRole('button', { name: one.name, exact: true }).click()
  await demo.button(two.name).click()
  await expect(part(page, 'chain')).toHaveText(String(two.id))

  await page.reload()
  await expect(part(page, 'status')).toHaveText('connected')
  await expect(part(page, 'address')).toHaveText(account)
  await expect(part(page, 'chain')).toHaveText(String(two.id))
  expect(await demo.wallet.prompts()).toBe(0)

  await demo.openAccount()
  await demo.button('Disconnect').click()
  await expect(part(page, 'status')).toHaveText('disconnected')
  await expect(part(page, 'address')).toHaveText('–')
  await page.reload()
  await expect(demo.connectButton).toHaveText('Connect')
  await expect(part(page, 'status')).toHaveText('disconnected')
})

test('the modal follows wagmi: connecting, switching, disconnecting, and a reload @main', async ({
  demo,
  page,
  chains: [one, two],
}) => {
  const [account = ''] = demo.accounts
  await demo.goto('wagmi.html')
  await act(page, `to ${two.name}`)
  await expect(page.getByRole('button', { name: two.name, exact: true })).toBeVisible()

  await act(page, 'connect')
  await demo.button('Dev wallet').click()
  await expect(part(page, 'result')).toHaveText(`Connected ${account}`)
  await expect(demo.dialog).toBeHidden()
  await expect(demo.accountButton).toBeVisible()
  await expect(part(page, 'chain')).toHaveText(String(two.id))
  expect(await demo.wallet.chainId()).toBe(two.id)

  await act(page, `to ${one.name}`)
  await expect(part(page, 'result')).toHaveText(`On chain ${one.id}`)
  await expect(page.getByRole('button', { name: one.name, exact: true })).toBeVisible()
  expect(await demo.wallet.chainId()).toBe(one.id)

  await page.reload()
  await expect(demo.accountButton).toBeVisible()
  await expect(part(page, 'status')).toHaveText('connected')

  await act(page, 'disconnect')
  await expect(part(page, 'result')).toHaveText('Disconnected')
  await expect(demo.connectButton).toHaveText('Connect')
  expect(await demo.wallet.isConnected()).toBe(false)
  await page.reload()
  await expect(part(page, 'status')).toHaveText('disconnected')
})

test('wagmi and the modal follow account, network and permission changes in the wallet @main', async ({
  demo,
  page,
  chains: [, two],
}) => {
  const [, second = ''] = demo.accounts
  await demo.goto('wagmi.html')
  await demo.pickDevWallet()
  await expect(part(page, 'status')).toHaveText('connected')
  await demo.wallet.selectAccount(1)
  await expect(part(page, 'address')).toHaveText(second)
  await expect(page.getByRole('button', { name: toShort(second) })).toBeVisible()
  await demo.wallet.selectChain(two.id)
  await expect(part(page, 'chain')).toHaveText(String(two.id))
  await expect(page.getByRole('button', { name: two.name, exact: true })).toBeVisible()
  await page.evaluate(() => window.devWallet.disconnectSite())
  await expect(part(page, 'status')).toHaveText('disconnected')
  await expect(demo.connectButton).toHaveText('Connect')
})

test('wagmi signs and sends through the connected wallet @main', async ({ demo, page }) => {
  await demo.goto('wagmi.html')
  await demo.pickDevWallet()
  await expect(part(page, 'status')).toHaveText('connected')
  await act(page, 'sign')
  await expect(part(page, 'result')).toHaveText(/^Signed 0x[0-9a-f]{130}$/)
  await act(page, 'send')
  await expect(part(page, 'result')).toHaveText(/^Mined 0x[0-9a-f]{64}$/)
})

test('closing the modal or declining in the wallet rejects the pending wagmi call @main [S8.3]', async ({
  demo,
  page,
  chains: [one, two],
}) => {
  await demo.goto('wagmi.html')
  await act(page, 'connect')
  await expect(demo.button('Dev wallet')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(part(page, 'result')).toHaveText('MODAL_CLOSED: Modal closed')
  await expect(part(page, 'status')).toHaveText('disconnected')

  await act(page, 'connect')
  await demo.button('Dev wallet').click()
  await expect(part(page, 'status')).toHaveText('connected')
  await demo.wallet.script({ methods: { wallet_switchEthereumChain: [{ kind: 'reject' }] } })
  await act(page, `to ${two.name}`)
  await expect(part(page, 'result')).toHaveText(/^USER_REJECTED/)
  await expect(part(page, 'chain')).toHaveText(String(one.id))
})
