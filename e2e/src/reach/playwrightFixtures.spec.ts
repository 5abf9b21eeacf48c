import { randomBytes } from 'node:crypto'
import { walletFixtures } from '@latchkey/testing/playwright'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { verifyMessage } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { expect, test as multiTest } from '../fixtures/multiTest.js'

// What dapp developers write: the wallets of @latchkey/testing/playwright on the demo, instead of its own ones.
const test = multiTest.extend(walletFixtures)
const message = 'Hello, Latchkey'

test('a test answers the prompts of an EVM wallet, scripts its errors, and keeps it over a reload @reach', async ({
  demo,
  page,
  chains,
  wallets,
}) => {
  const prompts = wallets.prompts<{ readonly kind: string }>()
  const wallet = await wallets.evm({ accounts: [generatePrivateKey()], chains: [...chains], ask: prompts.ask })
  const [address = '0x'] = wallet.accounts
  await demo.goto()
  await demo.connectButton.click()
  await demo.button('Test wallet').click()

  const prompt = await prompts.next()
  expect(prompt.request.kind).toBe('connect')
  await expect(demo.heading('Open Test wallet to continue')).toBeVisible()
  prompt.approve()
  await demo.expectConnected()
  await expect(demo.address).toHaveText(address)

  await test.step('a signature that another library verifies', async () => {
    await page.getByLabel('Message').fill(message)
    await page.getByRole('button', { name: 'Sign message' }).click()
    const prompt = await prompts.next()
    prompt.approve()
    const result = page.getByTestId('sign-result')
    await expect(result).toHaveAttribute('data-kind', 'done')
    const signature = ((await result.textContent()) ?? '').replace(/^.*: /, '') as `0x${string}`
    expect(await verifyMessage({ address, message, signature })).toBe(true)
  })

  await test.step('an error of the wallet', async () => {
    wallet.script({ methods: { personal_sign: [{ kind: 'throw', value: { code: -32_603, message: 'Broken' } }] } })
    await page.getByRole('button', { name: 'Sign message' }).click()
    await expect(page.getByTestId('sign-result')).toHaveAttribute('data-kind', 'failed')
  })

  await test.step('a reload shows no prompt', async () => {
    const before = wallet.prompts
    await page.reload()
    await demo.expectConnected()
    expect(wallet.prompts).toBe(before)
  })

  await test.step('a disconnect in the wallet reaches the page', async () => {
    wallet.disconnectSite()
    await expect(demo.status).toHaveText('disconnected')
  })
})

test('what is done in the wallet of a test shows after the page has changed its address without a reload, and once after one @reach', async ({
  demo,
  page,
  chains,
  wallets,
}) => {
  const accounts = [generatePrivateKey(), generatePrivateKey()]
  const wallet = await wallets.evm({ accounts, chains: [...chains] })
  await demo.goto()
  await demo.connectButton.click()
  await demo.button('Test wallet').click()
  await demo.expectConnected()

  // as a router does
  await page.evaluate(() => history.pushState(null, '', '#elsewhere'))
  wallet.selectAccount(1)
  await expect(demo.address).toHaveText(wallet.accounts[1] ?? '')

  await page.reload()
  await demo.expectConnected()
  const count = (): Promise<number> => page.evaluate(() => (window as { heard?: number }).heard ?? 0)
  await page.evaluate(() => {
    addEventListener('eip6963:announceProvider', (event) => {
      const { provider } = (event as CustomEvent<{ provider: { on: (name: string, listener: () => void) => void } }>)
        .detail
      provider.on('chainChanged', () => {
        Object.assign(window, { heard: ((window as { heard?: number }).heard ?? 0) + 1 })
      })
    })
    dispatchEvent(new Event('eip6963:requestProvider'))
  })
  wallet.emit('chainChanged', '0x7a6a')
  await expect.poll(count).toBe(1)
})

test('a Solana wallet of a test signs, and rejects a connection when scripted to @reach', async ({
  demo,
  page,
  solana,
  wallets,
}) => {
  const secret = randomBytes(32)
  const wallet = await wallets.solana({ name: 'Sol test', accounts: [secret], rpcUrl: solana.rpcUrl })
  wallet.script({ methods: { 'standard:connect': [{ kind: 'reject' }] } })
  await demo.goto('?solana=1')
  await demo.connectButton.click()
  await demo.button('Sol test').click()
  await expect(demo.button('Try again')).toBeVisible()
  await demo.button('Try again').click()
  await demo.expectConnected()

  await page.getByLabel('Message').fill(message)
  await page.getByRole('button', { name: 'Sign message' }).click()
  const result = page.getByTestId('sign-result')
  await expect(result).toHaveAttribute('data-kind', 'done')
  const signature = base58.decode(((await result.textContent()) ?? '').replace(/^.*: /, ''))
  expect(ed25519.verify(signature, new TextEncoder().encode(message), ed25519.getPublicKey(secret))).toBe(true)
})

test('a test can use Bitcoin wallets with two kinds of provider side by side @reach', async ({
  demo,
  bitcoin,
  wallets,
}) => {
  const { esploraUrl } = bitcoin
  await wallets.bitcoin({ name: 'Standard test', privateKeys: [randomBytes(32)], esploraUrl })
  const wallet = await wallets.bitcoin({ shape: 'unisat', privateKeys: [randomBytes(32)], esploraUrl })
  await demo.goto('?bitcoin=1')
  await demo.connectButton.click()
  await expect(demo.button('Standard test')).toBeVisible()
  await demo.button(/UniSat/i).click()
  await demo.expectConnected()
  await expect(demo.address).toHaveText(wallet.addresses[0]?.address ?? '')
})
