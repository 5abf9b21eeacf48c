import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { Verifier } from 'bip322-js'
import { type Hex, verifyMessage } from 'viem'
import { callChain } from '../fixtures/callChain.js'
import { expect, test } from './pairTest.js'

const message = 'Hello, Latchkey'

test('a scanned code connects three namespaces, which sign, send, switch networks, survive a reload and disconnect @walletconnect', async ({
  pair,
  wallet,
  page,
  chains,
  solana,
  bitcoin,
}) => {
  test.slow()
  const { multi, demo } = pair
  const { addresses } = multi
  await wallet.fund()
  await pair.goto()

  await test.step('scan the code from the screen, and get a session on three namespaces', async () => {
    await pair.connect()
    await expect(wallet.sessions).toHaveCount(1)
    for (const address of Object.values(addresses)) await expect(wallet.sessions).toContainText(address)
  })

  await test.step('a signature on each, verified by third-party libraries', async () => {
    const signature = (await pair.sign('eip155')) as Hex
    expect(await verifyMessage({ address: addresses.eip155 as Hex, message, signature })).toBe(true)
    const solSignature = base58.decode(await pair.sign('solana'))
    const text = new TextEncoder().encode(message)
    expect(ed25519.verify(solSignature, text, base58.decode(addresses.solana))).toBe(true)
    expect(Verifier.verifySignature(addresses.bip122, message, await pair.sign('bip122'))).toBe(true)
  })

  await test.step('a transfer on each, confirmed by the chains', async () => {
    const [one] = chains
    const hash = await pair.send('eip155', /^Mined in block \d+: 0x[0-9a-f]{64}$/)
    expect(await callChain(one.rpcUrl, 'eth_getTransactionReceipt', [hash])).toMatchObject({ status: '0x1' })
    const signature = await pair.send('solana', /^Confirmed: [1-9A-HJ-NP-Za-km-z]{80,90}$/)
    expect(await callChain(solana.rpcUrl, 'getSignatureStatuses', [[signature]])).toMatchObject({
      value: [{ err: null }],
    })
    const txid = await pair.send('bip122', /^Confirmed: [0-9a-f]{64}$/)
    const status = await fetch(`${bitcoin.esploraUrl}/tx/${txid}/status`)
    expect(await status.json()).toMatchObject({ confirmed: true })
  })

  await test.step('the network: switched by the page, then by the wallet', async () => {
    const [one, two] = chains
    await multi.activate('eip155')
    await page.evaluate(() => window.latchkey.open({ view: 'Networks' }))
    await demo.button(two.name).click()
    await expect(demo.network).toContainText(two.name)
    await page.keyboard.press('Escape')
    await wallet.page.getByLabel('Network', { exact: true }).selectOption(`eip155:${one.id}`)
    await expect(demo.network).toContainText(one.name)
  })

  await test.step('a reload keeps the session, without a prompt', async () => {
    await page.reload()
    await multi.expectAll()
    await expect(wallet.questions).toHaveCount(0)
    const signature = (await pair.sign('eip155')) as Hex
    expect(await verifyMessage({ address: addresses.eip155 as Hex, message, signature })).toBe(true)
  })

  await test.step('disconnecting one disconnects all, as they are one session', async () => {
    await pair.disconnect()
    await expect(wallet.sessions).toHaveCount(0)
  })
})
