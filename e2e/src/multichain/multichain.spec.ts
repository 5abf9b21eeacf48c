import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { Verifier } from 'bip322-js'
import { type Hex, verifyMessage } from 'viem'
import { callChain } from '../fixtures/callChain.js'
import { type Namespace, namespaces } from '../fixtures/MultiPage.js'
import { expect, test } from '../fixtures/multiTest.js'

const message = 'Hello, Latchkey'

test('one page connects EVM, Solana and Bitcoin, signs and sends on each, disconnects one and restores the others [S1.1] @multichain', async ({
  multi,
  page,
  chains,
  solana,
  bitcoin,
}) => {
  // three chains confirm, one after the other
  test.slow()
  const [one] = chains
  await multi.goto()

  await test.step('connect all in one step', async () => {
    await multi.connectAll()
    expect(await multi.prompts()).toBe(3)
  })

  await test.step('three real balances', async () => {
    await expect(multi.field('eip155', 'balance')).toHaveText('100 ETH')
    await expect(multi.field('solana', 'balance')).toHaveText('50 SOL')
    await expect(multi.field('bip122', 'balance')).toHaveText('2 BTC')
  })

  await test.step('a signature on each, verified by third-party libraries', async () => {
    const sign = async (namespace: Namespace): Promise<string> => {
      await multi.activate(namespace)
      await page.getByRole('button', { name: 'Sign message' }).click()
      const result = page.getByTestId('sign-result')
      await expect(result).toHaveAttribute('data-kind', 'done')
      return ((await result.textContent()) ?? '').replace(/^.*: /, '')
    }
    const { eip155, solana: solAddress, bip122 } = multi.addresses
    const signature = (await sign('eip155')) as Hex
    expect(await verifyMessage({ address: eip155 as Hex, message, signature })).toBe(true)
    const solSignature = base58.decode(await sign('solana'))
    expect(ed25519.verify(solSignature, new TextEncoder().encode(message), base58.decode(solAddress))).toBe(true)
    expect(Verifier.verifySignature(bip122, message, await sign('bip122'))).toBe(true)
  })

  await test.step('a transfer on each, confirmed by the chains', async () => {
    const send = async (namespace: Namespace, outcome: RegExp): Promise<string> => {
      await multi.activate(namespace)
      await page.getByRole('button', { name: 'Send', exact: true }).click()
      await expect(page.getByTestId('send-result')).toHaveText(outcome)
      return ((await page.getByTestId('send-result').textContent()) ?? '').replace(/^.*: /, '')
    }
    const hash = await send('eip155', /^Mined in block \d+: 0x[0-9a-f]{64}$/)
    expect(await callChain(one.rpcUrl, 'eth_getTransactionReceipt', [hash])).toMatchObject({ status: '0x1' })
    const signature = await send('solana', /^Confirmed: [1-9A-HJ-NP-Za-km-z]{80,90}$/)
    expect(await callChain(solana.rpcUrl, 'getSignatureStatuses', [[signature]])).toMatchObject({
      value: [{ err: null }],
    })
    const txid = await send('bip122', /^Confirmed: [0-9a-f]{64}$/)
    const status = await fetch(`${bitcoin.esploraUrl}/tx/${txid}/status`)
    expect(await status.json()).toMatchObject({ confirmed: true })
    await expect(multi.field('eip155', 'balance')).toHaveText(/^99\.7\d+ ETH$/)
    await expect(multi.field('solana', 'balance')).toHaveText(/^49\.74\d+ SOL$/)
    await expect(multi.field('bip122', 'balance')).toHaveText(/^1\.7(49|5)\d* BTC$/)
  })

  await test.step('disconnect one, the other two untouched', async () => {
    const before = await page.evaluate(() => window.latchkey.getState().namespaces)
    await multi.button('solana', 'Disconnect').click()
    await expect(multi.field('solana', 'status')).toHaveText('disconnected')
    const after = await page.evaluate(() => window.latchkey.getState().namespaces)
    expect([after.eip155, after.bip122]).toEqual([before.eip155, before.bip122])
  })

  await test.step('reload restores exactly the connected ones, without a prompt', async () => {
    await page.reload()
    for (const namespace of ['eip155', 'bip122'] as const) {
      await expect(multi.field(namespace, 'status')).toHaveText('connected')
      await expect(multi.field(namespace, 'address')).toHaveText(multi.addresses[namespace])
    }
    await expect(multi.field('solana', 'status')).toHaveText('disconnected')
    expect(await multi.prompts()).toBe(0)
  })
})

test('a rejection on one chain keeps the others connected, and can be retried @multichain', async ({ multi, page }) => {
  await multi.goto()
  await page.evaluate(() => window.devWallets.solana?.script({ methods: { 'standard:connect': [{ kind: 'reject' }] } }))
  await multi.pickDevWallet()
  await multi.demo.dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(multi.demo.heading("Some networks didn't connect")).toBeVisible()
  await expect(multi.demo.dialog).toContainText('Connection rejected')
  for (const namespace of ['eip155', 'bip122'] as const)
    await expect(multi.field(namespace, 'status')).toHaveText('connected')
  await multi.demo.button('Try again').click()
  await multi.expectAll()
})

test('only the chains that the user has selected are connected @multichain', async ({ multi, page }) => {
  await multi.goto()
  await multi.pickDevWallet()
  await multi.demo.dialog.getByRole('checkbox', { name: 'Bitcoin' }).uncheck()
  await multi.demo.dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(multi.demo.dialog).toBeHidden()
  for (const namespace of ['eip155', 'solana'] as const)
    await expect(multi.field(namespace, 'status')).toHaveText('connected')
  await expect(multi.field('bip122', 'status')).toHaveText('disconnected')
  expect(await page.evaluate(() => window.devWallets.bitcoin?.prompts)).toBe(0)
})

test('opened for one namespace, the modal lists and connects only that one @multichain', async ({ multi, page }) => {
  await multi.goto()
  await multi.button('bip122', 'Connect').click()
  await expect(multi.demo.button('Dev wallet')).toBeVisible()
  await expect(multi.demo.button('Spare wallet')).toHaveCount(0)
  await multi.demo.button('Dev wallet').click()
  await expect(multi.field('bip122', 'status')).toHaveText('connected')
  expect(await multi.prompts()).toBe(1)
  await multi.button('bip122', 'Show').click()
  await expect(multi.demo.dialog).toContainText('BTC')
  await page.keyboard.press('Escape')
  await expect(multi.field('eip155', 'status')).toHaveText('disconnected')
})

test('disconnecting a wallet in the wallet list or in the account view disconnects all of its chains @multichain', async ({
  multi,
  page,
}) => {
  const { demo } = multi
  await multi.goto()
  await multi.connectAll()
  await page.evaluate(() => window.latchkey.open({ view: 'Account' }))
  await demo.button(/^Wallets/).click()
  await demo.dialog.getByRole('tab', { name: 'Solana' }).click()
  await demo.button('Disconnect Dev wallet').click()
  for (const namespace of namespaces) await expect(multi.field(namespace, 'status')).toHaveText('disconnected')
  await page.keyboard.press('Escape')
  await expect(demo.dialog).toBeHidden()

  await multi.connectAll()
  await page.evaluate(() => window.latchkey.open({ view: 'Account' }))
  await demo.dialog.getByRole('button', { name: 'Disconnect', exact: true }).click()
  await expect(demo.dialog).toBeHidden()
  for (const namespace of namespaces) await expect(multi.field(namespace, 'status')).toHaveText('disconnected')
})

test('another tab follows the disconnect of one chain, and keeps the others connected @multichain', async ({
  multi,
  page,
  context,
}) => {
  await multi.goto()
  await multi.connectAll()
  const other = await context.newPage()
  await other.goto(page.url())
  const status = (namespace: Namespace) => other.getByTestId(`chain-${namespace}`).locator('[data-field=status]')
  for (const namespace of namespaces) await expect(status(namespace)).toHaveText('connected')
  await multi.button('solana', 'Disconnect').click()
  await expect(status('solana')).toHaveText('disconnected')
  for (const namespace of ['eip155', 'bip122'] as const) await expect(status(namespace)).toHaveText('connected')
})

test('RPC nodes of one chain that are down do not affect the other chains @multichain', async ({
  multi,
  page,
  solana,
}) => {
  multi.demo.expectedErrors.push(/net::ERR_FAILED/)
  await page.route(`${solana.rpcUrl}/**`, (route) => route.abort())
  await multi.goto()
  await multi.connectAll()
  await expect(multi.field('eip155', 'balance')).toHaveText('100 ETH')
  await expect(multi.field('bip122', 'balance')).toHaveText('2 BTC')
  await expect(multi.demo.toast).toContainText('Token Balance Unavailable')
  await expect(multi.field('solana', 'status')).toHaveText('connected')
  await expect(multi.field('solana', 'balance')).toHaveText('–')
})
