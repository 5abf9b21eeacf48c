import type { EmbeddedPage } from '../embedded/EmbeddedPage.js'
import { expect } from '../fixtures/multiTest.js'
import type { Entry } from './PolicyPage.js'

/** A user's action that needs an entry. It resolves once that has worked; a violation may end it at any point. */
export type Use = (embedded: EmbeddedPage) => Promise<void>

const openPage: Use = async ({ demo }) => demo.goto()

const seeMarks: Use = async ({ demo }) => {
  await demo.goto()
  await demo.connectButton.click()
  await expect(demo.button('Dev wallet').locator('img')).toBeVisible()
}

const seeBalance: Use = async ({ demo }) => {
  await demo.goto()
  await demo.connect()
  await demo.openAccount()
  await expect(demo.dialog).toContainText('100.000 ETH')
}

const seePicture: Use = async ({ demo, page }) => {
  // token logos may be on the service's own host
  const iconUrl = `${process.env['WALLETS_URL']}/public/getTokenImage/eth`
  await page.route(/\/v1\/account\/[^/]+\/balance\?/, async (route) => {
    const response = await route.fetch()
    const { balances, ...reply } = (await response.json()) as { readonly balances: readonly object[] }
    await route.fulfill({ response, json: { ...reply, balances: balances.map((row) => ({ ...row, iconUrl })) } })
  })
  await demo.goto('?blockchainApi=1')
  await demo.connect()
  await demo.openAccount()
  await expect(demo.dialog.getByRole('tabpanel').locator('img').first()).toBeVisible()
}

const seeOtherBalance: Use = async ({ demo, page }) => {
  const [, two] = JSON.parse(process.env['CHAINS'] ?? '[]') as readonly { readonly name: string }[]
  await demo.goto()
  await demo.connect()
  await page.getByRole('button', { name: `Switch to ${two?.name}` }).click()
  await demo.openAccount()
  await expect(demo.dialog).toContainText('100.000 ETH')
}

const sendOnSolana: Use = async ({ multi, demo, page }) => {
  await demo.goto('?solana=1')
  await multi.connectOne('solana')
  await multi.activate('solana')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByTestId('send-result')).toHaveText(/^Confirmed: /)
}

const seeBitcoin: Use = async ({ multi, demo }) => {
  await demo.goto('?bitcoin=1')
  await multi.connectOne('bip122')
  await expect(multi.field('bip122', 'balance')).toContainText('BTC')
}

const showCode: Use = async ({ demo }) => {
  await demo.goto('?walletConnect=1')
  await demo.connectButton.click()
  await demo.button(/^WalletConnect/).click()
  await expect(demo.dialog.getByRole('img', { name: /^QR code/ }).locator('svg')).toBeVisible()
}

const seeWallets: Use = async ({ demo }) => {
  await demo.goto('?walletConnect=1')
  await demo.connectButton.click()
  await demo.button(/^All wallets/).click()
  await expect(demo.dialog.getByRole('searchbox')).toBeVisible()
}

const askForMembersPage: Use = async ({ demo, page }) => {
  await demo.goto('members.html')
  await expect(page.getByTestId('members-page')).toContainText('401')
}

const typeEmail: Use = async (embedded) => {
  await embedded.goto()
  await embedded.typeEmail()
  await expect(embedded.demo.heading('Approve this device')).toBeVisible()
}

const noticeDeadVault: Use = async (embedded) => {
  const { page, demo } = embedded
  const vault = `${new URL(process.env['VAULT_URL'] ?? '').origin}/**`
  await page.route(vault, (route) => route.abort())
  try {
    await embedded.goto()
    await embedded.typeEmail()
    await expect(demo.dialog).toContainText('Check your connection, then try again.')
  } finally {
    await page.unroute(vault)
  }
}

/** The token of the app's backend arrives, whatever the wallet says of it. */
const getToken: Use = async (embedded) => {
  const { page } = embedded
  await embedded.goto()
  await page.getByLabel('User', { exact: true }).fill('ada')
  const arrived = page.waitForResponse((response) => response.url().endsWith('/token') && response.ok())
  await page.getByRole('button', { name: 'Log in with a token' }).click()
  await arrived
}

/** Returns the action that needs this entry; undefined if none is known, so that unneeded entries are found. */
export function findUse({ directive, source }: Entry): Use | undefined {
  if (source === "'self'") return openPage
  if (source === 'data:') return seeMarks
  if (directive === 'frame-src') return typeEmail
  if (directive === 'img-src') return seePicture
  const solana = JSON.parse(process.env['SOLANA'] ?? '{}') as { readonly rpcUrl?: string }
  const bitcoin = JSON.parse(process.env['BITCOIN'] ?? '{}') as { readonly esploraUrl?: string }
  const [one, two] = JSON.parse(process.env['CHAINS'] ?? '[]') as readonly { readonly rpcUrl: string }[]
  const uses: readonly (readonly [string | undefined, Use])[] = [
    [one?.rpcUrl, seeBalance],
    [two?.rpcUrl, seeOtherBalance],
    [solana.rpcUrl, sendOnSolana],
    [bitcoin.esploraUrl, seeBitcoin],
    [process.env['RELAY_URL'], showCode],
    [process.env['WALLETS_URL'], seeWallets],
    [process.env['SIGN_IN_URL'], askForMembersPage],
    [process.env['VAULT_URL'], noticeDeadVault],
    [process.env['IDENTITY_URL'], getToken],
  ]
  return uses.find(([url]) => url !== undefined && new URL(url).origin === source)?.[1]
}
