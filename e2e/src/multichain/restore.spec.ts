import type { Page } from '@playwright/test'
import { matrix } from '../fixtures/matrix.js'
import { expect, test } from '../fixtures/multiTest.js'

// Every connector on its chain: after a reload, in a new tab, on a slow machine, and with a wallet that loads late. The
// short run covers all of it with one connector per chain, `npm run test:long` with every connector.

type Case = {
  readonly name: string
  readonly namespace: 'eip155' | 'solana' | 'bip122'
  /** The connector's id, as stored. */
  readonly connectorId: RegExp
  /** Creates the wallet; `tools` and `storage` are in scope. */
  readonly create: string
  /** Adds `wallet` to the page after that many milliseconds. */
  readonly come: string
  /** Wallets that store no permissions can't be reconnected without a prompt: they wait for the user. */
  readonly keepsPermissions?: false
}

const evm = `tools.createEvmWallet({
  name: 'Matrix',
  rdns: 'example.matrix',
  accounts: ['0x${'5'.repeat(64)}'],
  chains: [{ id: 31337, rpcUrl: 'http://127.0.0.1:1' }],
  storage,
})`
const toBitcoin = (shape: string): string => `tools.createBitcoinWallet({
  name: 'Matrix',
  shape: '${shape}',
  privateKeys: [new Uint8Array(32).fill(5)],
  storage,
})`

const cases: readonly Case[] = [
  {
    name: 'EVM, announced by EIP-6963',
    namespace: 'eip155',
    connectorId: /^example\.matrix$/,
    create: evm,
    come: 'wallet.announce(window, { after })',
  },
  {
    name: 'EVM, the legacy object',
    namespace: 'eip155',
    connectorId: /^injected$/,
    create: evm,
    come: 'if (after) setTimeout(() => wallet.injectLegacy(window), after); else wallet.injectLegacy(window)',
  },
  {
    name: 'Solana, Wallet Standard',
    namespace: 'solana',
    connectorId: /./,
    create: "tools.createSolanaWallet({ name: 'Matrix', accounts: [new Uint8Array(32).fill(5)], storage })",
    come: 'wallet.register(window, { after })',
  },
  ...['wallet-standard', 'sats-connect', 'leather', 'okx', 'unisat', 'xverse'].map(
    (shape): Case => ({
      name: `Bitcoin, ${shape}`,
      namespace: 'bip122',
      connectorId: /./,
      create: toBitcoin(shape),
      come: 'wallet.inject(window, { after })',
      ...(shape === 'leather' && { keepsPermissions: false }),
    }),
  ),
]

/** Replaces the page's wallets with the case's wallet, from the next load on. */
async function prepare(page: Page, { create, come }: Case, after: number): Promise<void> {
  await page.addInitScript(`{
    const { tools, localStorage: storage } = window
    const after = ${after}
    const wallet = ${create}
    window.matrix = wallet
    ${come}
    Object.defineProperty(window, 'devWallets', {
      configurable: true,
      set(wallets) {
        const nothing = () => () => {}
        for (const own of Object.values(wallets))
          Object.assign(own, { announce: nothing, register: nothing, inject: nothing })
      },
    })
  }`)
}

for (const wallet of matrix(cases))
  test(`reconnecting needs no prompt after a reload, in a new tab, on a slow machine or with a late wallet: ${wallet.name} @multichain`, async ({
    multi,
    page,
    context,
  }) => {
    test.setTimeout(90_000)
    const { namespace, connectorId, keepsPermissions = true } = wallet
    await multi.demo.addTools()
    await prepare(page, wallet, 0)
    await multi.goto()
    const findConnector = () =>
      page.evaluate(
        (wanted) => window.latchkey.getState().connectors.find(({ namespaces }) => namespaces.includes(wanted))?.id,
        namespace,
      )
    await multi.button(namespace, 'Connect').click()
    await expect.poll(findConnector).toMatch(connectorId)
    await multi.demo.dialog.getByRole('listitem').getByRole('button').first().click()
    await expect(multi.field(namespace, 'status')).toHaveText('connected')
    const address = (await multi.field(namespace, 'address').textContent()) ?? ''

    const expectRestored = async (target: Page): Promise<void> => {
      const row = target.getByTestId(`chain-${namespace}`)
      const [status, shown] = keepsPermissions ? ['connected', address] : ['disconnected', '–']
      await expect(row.locator('[data-field=status]')).toHaveText(status, { timeout: 15_000 })
      await expect(row.locator('[data-field=address]')).toHaveText(shown)
      expect(await target.evaluate(() => (Reflect.get(window, 'matrix') as { prompts: number }).prompts)).toBe(0)
    }

    await test.step('reload', async () => {
      await page.reload()
      await expectRestored(page)
    })
    await test.step('new tab', async () => {
      const tab = await context.newPage()
      await tab.addInitScript({ path: process.env['PAGE_TOOLS'] ?? '' })
      await prepare(tab, wallet, 0)
      await tab.goto(page.url())
      await expectRestored(tab)
      await tab.close()
    })
    await test.step('a machine six times as slow', async () => {
      const session = await context.newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: 6 })
      await page.reload()
      await expectRestored(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    })
    await test.step('half a second late', async () => {
      await prepare(page, wallet, 500)
      await page.reload()
      await expectRestored(page)
    })
  })
