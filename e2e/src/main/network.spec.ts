import { serveChain } from '../fixtures/serveChain.js'
import { expect, test } from '../fixtures/test.js'

test('choosing a network in the list switches the wallet and the page @main', async ({
  demo,
  page,
  chains: [one, two],
}) => {
  await demo.goto()
  await demo.connect()
  expect(await demo.wallet.requests('wallet_switchEthereumChain')).toEqual([])

  await page.getByRole('button', { name: one.name, exact: true }).click()
  await expect(demo.heading('Choose a network')).toBeVisible()
  await expect(demo.button(one.name)).toHaveAttribute('aria-current', 'true')
  await demo.button(two.name).click()
  await expect(demo.dialog).toBeHidden()
  await expect(demo.network).toHaveText(two.name)
  await expect(page.getByTestId('caip-address')).toHaveText(`eip155:${two.id}:${demo.accounts[0]}`)
  expect(await demo.wallet.chainId()).toBe(two.id)
  expect(await demo.wallet.requests('wallet_switchEthereumChain')).toHaveLength(1)
  expect(await demo.wallet.requests('wallet_addEthereumChain')).toEqual([])
})

test('a declined switch is reported as declined and changes nothing, and the retry switches @main', async ({
  demo,
  page,
  chains: [one, two],
}) => {
  await demo.goto()
  await demo.connect()
  await demo.wallet.script({ methods: { wallet_switchEthereumChain: [{ kind: 'reject' }] } })
  await page.getByRole('button', { name: one.name, exact: true }).click()
  await demo.button(two.name).click()
  await expect(demo.heading('Declined in your wallet')).toBeVisible()
  await expect(demo.dialog).toContainText("You're still on the previous network.")
  await expect(demo.network).toHaveText(one.name)
  expect(await demo.wallet.requests('wallet_addEthereumChain')).toEqual([])
  await demo.button('Try again').click()
  await expect(demo.dialog).toBeHidden()
  await expect(demo.network).toHaveText(two.name)
})

test('a chain that the wallet lacks is added with its full details, and selected @main', async ({
  demo,
  page,
  chains: [one],
}) => {
  const url = `${demo.url}rpc/424242`
  await serveChain(page, { url, chainId: 424_242, rpcUrl: one.rpcUrl })
  await demo.addTools()
  await demo.goto()
  await demo.connect()
  await page.evaluate((rpcUrl) => {
    window.tools.addNetwork(window.latchkey, {
      id: 424_242,
      name: 'Third',
      nativeCurrency: { name: 'Third coin', symbol: 'TRD', decimals: 18 },
      rpcUrls: { default: { http: [rpcUrl] } },
      blockExplorers: { default: { name: 'Third explorer', url: 'https://explorer.example' } },
    })
  }, url)
  await page.getByRole('button', { name: one.name, exact: true }).click()
  await demo.button('Third').click()
  await expect(demo.dialog).toBeHidden()
  await expect(demo.network).toHaveText('Third')
  expect(await demo.wallet.chainId()).toBe(424_242)
  expect((await demo.wallet.requests('wallet_addEthereumChain')).map(({ params }) => params)).toEqual([
    [
      {
        chainId: '0x67932',
        chainName: 'Third',
        nativeCurrency: { name: 'Third coin', symbol: 'TRD', decimals: 18 },
        rpcUrls: [url],
        blockExplorerUrls: ['https://explorer.example'],
      },
    ],
  ])
})

test('a wallet that can neither switch to a chain nor add it is reported to the page and to the user @main [S8.46]', async ({
  demo,
  page,
  chains: [one, two],
}) => {
  const unknown = { kind: 'throw', value: { code: 4902 } } as const
  const unable = { kind: 'throw', value: { code: -32601 } } as const
  await demo.goto()
  await demo.connect()
  await demo.wallet.script({
    methods: { wallet_switchEthereumChain: [unknown, unknown], wallet_addEthereumChain: [unable, unable] },
  })
  await page.getByRole('button', { name: `Switch to ${two.name}` }).click()
  await expect(page.getByTestId('network-result')).toHaveText('CHAIN_NOT_SUPPORTED: Chain is not supported')

  await page.getByRole('button', { name: one.name, exact: true }).click()
  await demo.button(two.name).click()
  await expect(demo.heading('Network not supported')).toBeVisible()
  await expect(demo.network).toHaveText(one.name)
  await demo.button('Try again').click()
  await expect(demo.network).toHaveText(two.name)
})

test('declining to add a chain keeps the network @main', async ({ demo, page, chains: [one, two] }) => {
  await demo.goto()
  await demo.connect()
  await demo.wallet.script({
    methods: {
      wallet_switchEthereumChain: [{ kind: 'throw', value: { code: 4902 } }],
      wallet_addEthereumChain: [{ kind: 'reject' }],
    },
  })
  await page.getByRole('button', { name: `Switch to ${two.name}` }).click()
  await expect(page.getByTestId('network-result')).toHaveText(/^USER_REJECTED/)
  await expect(demo.network).toHaveText(one.name)
  expect(await demo.wallet.chainId()).toBe(one.id)
})

test('a wallet that falsely reports a switch causes an error, and the page keeps its network @main', async ({
  demo,
  page,
  chains: [one, two],
}) => {
  await page.clock.install()
  await demo.goto()
  await demo.connect()
  await demo.wallet.script({ lieAboutSwitch: true })
  await page.getByRole('button', { name: one.name, exact: true }).click()
  await demo.button(two.name).click()
  await expect(async () => {
    // it gets a second for each attempt
    await page.clock.runFor(1_000)
    await expect(demo.heading("Couldn't switch network")).toBeVisible({ timeout: 50 })
  }).toPass({ timeout: 10_000 })
  await expect(demo.network).toHaveText(one.name)
  await demo.button('Cancel').click()
  await expect(demo.heading('Choose a network')).toBeVisible()
})

test('the page and the balance follow a wallet that switches the network itself @main', async ({
  demo,
  chains: [, two],
}) => {
  await demo.goto()
  await demo.connect()
  await demo.openAccount()
  await demo.wallet.selectChain(two.id)
  await expect(demo.network).toHaveText(two.name)
  await expect(demo.button('Change network')).toContainText(two.name)
  await expect(demo.dialog).toContainText('100.000 ETH')
  expect(await demo.wallet.requests('wallet_switchEthereumChain')).toEqual([])
})

test('a network that was chosen before connecting is requested from the wallet only after connecting @main', async ({
  demo,
  page,
  chains: [one, two],
}) => {
  await demo.goto()
  await page.getByRole('button', { name: one.name, exact: true }).click()
  await demo.button(two.name).click()
  await expect(demo.dialog).toBeHidden()
  await expect(demo.network).toHaveText(two.name)
  expect(await page.evaluate(() => window.devWallet.requests)).toEqual([])

  await page.reload()
  await expect(demo.network).toHaveText(two.name)
  await demo.connect()
  await expect(demo.network).toHaveText(two.name)
  expect(await demo.wallet.chainId()).toBe(two.id)
  expect(await demo.wallet.requests('wallet_switchEthereumChain')).toHaveLength(1)
  expect(await demo.wallet.prompts()).toBe(2)
})

test('connecting does not switch the wallet to another network @main', async ({ demo, chains: [, two] }) => {
  await demo.goto()
  await demo.wallet.selectChain(two.id)
  await demo.connect()
  await expect(demo.network).toHaveText(two.name)
  expect(await demo.wallet.requests('wallet_switchEthereumChain')).toEqual([])
  expect(await demo.wallet.prompts()).toBe(1)
})
