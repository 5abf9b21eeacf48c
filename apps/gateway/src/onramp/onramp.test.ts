import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { devPrivateKey, findFreePort, fundAccount, solanaDevKeypair, solanaTokens, worldTokens } from '@latchkey/devnet'
import { base58 } from '@scure/base'
import { type Address, createPublicClient, erc20Abi, http, parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OrderEvent } from '../api/onramp.js'
import { type RunningSandbox, type StartSandboxOptions, startSandbox } from '../sandbox/startSandbox.js'
import type { RunningGateway } from '../startGateway.js'
import { callNode } from '../test/localCalls.js'
import { type Acts, ask, type Reply, startActs } from '../test/world.js'
import { eventHeaders, signEvent } from './signing.js'

const secret = 'a secret of the sandbox and of the gateway'
const id = 'eip155:31337'
const { USDC } = worldTokens

let acts: Acts
let gateway: RunningGateway
let other: RunningGateway
let sandbox: RunningSandbox
let folder: string
let options: StartSandboxOptions
beforeAll(async () => {
  acts = await startActs({ solana: true })
  folder = await mkdtemp(join(tmpdir(), 'latchkey-sandbox-'))
  const port = await findFreePort()
  const provider = {
    name: 'sandbox',
    label: 'Sandbox',
    url: `http://127.0.0.1:${port}`,
    secret,
    feePercent: 2,
    networkFee: 1,
  }
  const meld = { name: 'meld', label: 'Meld', url: 'https://meld.example', publicKey: 'pk' }
  const onramp = { providers: [provider, meld], rates: { EUR: 1.25 } }
  gateway = await acts.startGateway({ onramp })
  other = await acts.startGateway({ onramp })
  const { rpcUrl } = acts.devnet.chains[0]
  const funderKey = devPrivateKey(5)
  await fundAccount(rpcUrl, privateKeyToAccount(funderKey).address, parseEther('1000'))
  const webhookUrl = `${gateway.url}/v1/onramp/webhooks/sandbox`
  const warn = (): void => undefined
  options = {
    port,
    secret,
    webhookUrl,
    chains: acts.chains,
    funderKey,
    // a development account, which has 10,000 BEAN
    solanaFunderKey: base58.encode(solanaDevKeypair(6).secretKey),
    hasSolanaAirdrop: true,
    folder,
    now: () => acts.clock.now,
    warn,
  }
  sandbox = await startSandbox(options)
})
afterAll(async () => {
  await sandbox?.stop()
  await acts?.stop()
  if (folder) await rm(folder, { recursive: true, force: true })
})

const reader = () => createPublicClient({ transport: http(acts.devnet.chains[0].rpcUrl) })
const someone = (): Address => privateKeyToAccount(generatePrivateKey()).address
const order = async (address: string, change: object = {}): Promise<{ url: string; orderId: string }> => {
  const body = {
    destinationWallets: [{ address, blockchains: [], assets: ['ETH'] }],
    defaultNetwork: id,
    defaultExperience: 'buy',
    partnerUserId: 'p',
    presetFiatAmount: 100,
    ...change,
  }
  const reply = await ask(gateway, '/v1/generators/onrampurl?projectId=p', body)
  expect(reply).toMatchObject({ status: 200 })
  return reply.body as { url: string; orderId: string }
}
const pay = (url: string, card = '4242 4242 4242 4242', headers: Record<string, string> = {}): Promise<Response> => {
  const body = new URLSearchParams({ order: new URL(url).searchParams.get('order') ?? '', card, confirm: '1' })
  return fetch(`${sandbox.url}/pay`, { method: 'POST', body, headers })
}
const statusOf = async (orderId: string): Promise<Readonly<Record<string, string>>> =>
  (await ask(other, `/v1/onramp/orders/${orderId}`)).body as Readonly<Record<string, string>>
const until = async (orderId: string, status: string): Promise<Readonly<Record<string, string>>> => {
  for (const deadline = Date.now() + 20_000; Date.now() < deadline; await sleep(50)) {
    const found = await statusOf(orderId)
    if (found['status'] === status) return found
  }
  throw new Error(`It is ${JSON.stringify(await statusOf(orderId))}.`)
}
const quote = (change: object): Promise<Reply> =>
  ask(gateway, '/v1/onramp/quote', {
    purchaseCurrency: 'ETH',
    paymentCurrency: 'USD',
    amount: '100',
    network: id,
    ...change,
  })

describe('options and quotes', () => {
  test('options list currencies with their networks, limits, and providers without their secrets [S7.18]', async () => {
    const { body } = await ask(gateway, '/v1/onramp/options')
    expect(JSON.stringify(body)).not.toContain(secret)
    const limits = [
      { id: 'card', min: '10.00', max: '7500.00' },
      { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
    ]
    expect(body).toMatchObject({
      paymentCurrencies: [
        { id: 'USD', payment_method_limits: limits },
        { id: 'EUR', payment_method_limits: limits },
      ],
      providers: [
        { name: 'sandbox', label: 'Sandbox' },
        { name: 'meld', label: 'Meld', publicKey: 'pk' },
      ],
    })
    const { purchaseCurrencies } = body as {
      purchaseCurrencies: readonly { id: string; networks: readonly object[] }[]
    }
    expect(purchaseCurrencies.map((one) => one.id).sort()).toEqual([
      'BEAN',
      'CARE',
      'DAI',
      'ETH',
      'SOL',
      'USDC',
      'USDL',
      'WETH',
    ])
    expect(purchaseCurrencies.find((one) => one.id === 'USDC')?.networks).toMatchObject([
      { chain_id: id, contract_address: USDC.address },
    ])
  })

  test('a quote for a token with a tiny price is exact', async () => {
    const token = { address: someone(), name: 'Tiny', symbol: 'TINY', decimals: 18, price: 1.6e-12 }
    const [chain] = acts.chains
    if (!chain) throw new Error('There is no chain.')
    const onramp = { providers: [{ name: 'tiny', label: 'Tiny', url: 'https://tiny.example', feePercent: 0 }] }
    const chains = [{ ...chain, tokens: [...(chain.tokens ?? []), token] }]
    const tiny = await acts.startGateway({ chains, onramp })
    const body = { purchaseCurrency: 'TINY', network: id, amount: '100' }
    const { purchaseAmount } = (await ask(tiny, '/v1/onramp/quote', body)).body as {
      purchaseAmount: { amount: string }
    }
    expect(Number(purchaseAmount.amount) / 62.5e12).toBeCloseTo(1, 10)
  })

  test('a quote deducts the fees, and converts the rest at the price of the pools [S7.19]', async () => {
    const { body: priced } = await ask(gateway, '/v1/fungible/price', {
      addresses: [`${id}:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee`],
    })
    const { price = 0 } = (priced as { fungibles: readonly { price: number }[] }).fungibles[0] ?? {}
    const dollars = (await quote({})).body as { purchaseAmount: { amount: string } }
    expect(dollars).toMatchObject({
      purchaseAmount: { currency: 'ETH' },
      paymentTotal: { amount: '100.00', currency: 'USD' },
      paymentSubtotal: { amount: '97.00' },
      providerFee: { amount: '2.00' },
      networkFee: { amount: '1.00' },
    })
    expect(Number(dollars.purchaseAmount.amount)).toBeCloseTo(97 / price, 10)
    const euros = (await quote({ paymentCurrency: { id: 'EUR' } })).body as typeof dollars
    expect(euros).toMatchObject({ networkFee: { amount: '0.80', currency: 'EUR' } })
    expect(Number(euros.purchaseAmount.amount)).toBeCloseTo((97.2 * 1.25) / price, 10)
  })

  test('a quote for an amount to buy returns the lowest payment that suffices [S7.19]', async () => {
    const change = { purchaseCurrency: 'USDC', purchaseAmount: '97.5', amount: undefined }
    const { body } = await quote(change)
    expect(body).toMatchObject({ purchaseAmount: { amount: '97.5', currency: 'USDC' } })
    const { amount } = (body as { paymentTotal: { amount: string } }).paymentTotal
    const bought = async (payment: number): Promise<number> => {
      const { body: reply } = await quote({ purchaseCurrency: 'USDC', amount: payment.toFixed(2) })
      return Number((reply as { purchaseAmount: { amount: string } }).purchaseAmount.amount)
    }
    expect(await bought(Number(amount))).toBeGreaterThanOrEqual(97.5)
    expect(await bought(Number(amount) - 0.02)).toBeLessThan(97.5)
  })

  test.each([
    [{ amount: '9.99' }, 'AMOUNT_TOO_LOW'],
    [{ amount: undefined, purchaseAmount: '0.0001' }, 'AMOUNT_TOO_LOW'],
    [{ amount: undefined, purchaseAmount: '1000000' }, 'AMOUNT_TOO_HIGH'],
    [{ amount: undefined, purchaseAmount: '0' }, 'BAD_REQUEST'],
    [{ amount: undefined, purchaseAmount: '0.0000001', purchaseCurrency: 'USDC' }, 'BAD_REQUEST'],
    [{ amount: undefined }, 'BAD_REQUEST'],
    [{ amount: '25000.01' }, 'AMOUNT_TOO_HIGH'],
    [{ amount: '1e3' }, 'BAD_REQUEST'],
    [{ amount: '-100' }, 'BAD_REQUEST'],
    [{ amount: '10.001' }, 'BAD_REQUEST'],
    [{ paymentCurrency: 'XXX' }, 'UNSUPPORTED_CURRENCY'],
    [{ paymentCurrency: 'constructor' }, 'UNSUPPORTED_CURRENCY'],
    [{ purchaseCurrency: 'REWARDS.EXAMPLE' }, 'UNSUPPORTED_CURRENCY'],
    [{ network: 'eip155:1' }, 'UNSUPPORTED_CURRENCY'],
  ])('error: a quote with %j is rejected with %s', async (change, error) => {
    expect(await quote(change)).toMatchObject({ status: 400, body: { error } })
  })
})

describe('a purchase', () => {
  test('is paid on the provider’s page, and delivered only once if the payment is submitted repeatedly [S7.17]', async () => {
    const address = someone()
    const { url, orderId } = await order(address)
    const page = await fetch(url)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    const text = await page.text()
    expect(text).toContain(address)
    expect(text).not.toContain('<script')
    const replies = await Promise.all([pay(url), pay(url), pay(url)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    const { hash } = await until(orderId, 'funded')
    expect(await (await pay(url)).text()).toContain('<h1>Paid</h1>')
    const { amount } = /You receive<\/dt><dd>(?<amount>[\d.]+) ETH/.exec(text)?.groups ?? {}
    expect(await reader().getBalance({ address })).toBe(parseEther(amount ?? ''))
    const { value } = await reader().getTransaction({ hash: hash as Address })
    expect(value).toBe(parseEther(amount ?? ''))
  })

  test('delivers the ordered amount of tokens', async () => {
    const address = someone()
    const wallets = [{ address, assets: ['USDC'] }]
    const { url, orderId } = await order(address, {
      destinationWallets: wallets,
      presetFiatAmount: undefined,
      presetCryptoAmount: 12.5,
    })
    await pay(url)
    await until(orderId, 'funded')
    const read = { address: USDC.address, abi: erc20Abi, functionName: 'balanceOf', args: [address] } as const
    expect(await reader().readContract(read)).toBe(12_500_000n)
  })

  test('delivers SOL', async () => {
    const { solana } = acts.devnet
    const { address } = solanaDevKeypair(7)
    const balance = async (): Promise<number> => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getBalance', params: [address] })
      const headers = { 'content-type': 'application/json' }
      const reply = await fetch(solana?.rpcUrl ?? '', { method: 'POST', headers, body })
      return ((await reply.json()) as { result: { value: number } }).result.value
    }
    const before = await balance()
    const change = {
      destinationWallets: [{ address, assets: ['SOL'] }],
      defaultNetwork: solana?.caipNetworkId,
      presetCryptoAmount: 1.5,
      presetFiatAmount: undefined,
    }
    const { url, orderId } = await order(address, change)
    await Promise.all([pay(url), pay(url)])
    await until(orderId, 'funded')
    expect((await balance()) - before).toBe(1_500_000_000)
  })

  test('delivers Solana tokens once per order, with and without an existing token account', async () => {
    const { solana } = acts.devnet
    const { address: mint } = solanaTokens.BEAN
    const address = base58.encode(randomBytes(32))
    const holding = async (): Promise<unknown> => {
      const method = 'getTokenAccountsByOwner'
      const reply = await callNode(solana?.rpcUrl ?? '', method, address, { mint }, { encoding: 'jsonParsed' })
      const { value } = reply as {
        readonly value: readonly {
          readonly account: { readonly data: { readonly parsed: { readonly info: { readonly tokenAmount: unknown } } } }
        }[]
      }
      return value.map((one) => one.account.data.parsed.info.tokenAmount)
    }
    const change = {
      destinationWallets: [{ address, assets: ['BEAN'] }],
      defaultNetwork: solana?.caipNetworkId,
      presetCryptoAmount: 400.25,
      presetFiatAmount: undefined,
    }
    for (const amount of ['400250000', '800500000']) {
      const { url, orderId } = await order(address, change)
      await Promise.all([pay(url), pay(url)])
      const { hash } = await until(orderId, 'funded')
      expect(base58.decode(hash ?? '')).toHaveLength(64)
      expect(await holding()).toMatchObject([{ amount }])
    }
  })

  test('error: fails if the provider has too few tokens', async () => {
    const address = base58.encode(randomBytes(32))
    const change = {
      destinationWallets: [{ address, assets: ['BEAN'] }],
      defaultNetwork: acts.devnet.solana?.caipNetworkId,
    }
    const { url, orderId } = await order(address, { ...change, presetFiatAmount: 7_000 })
    await pay(url)
    await until(orderId, 'failed')
  })

  test('resumes after a restart of the provider, and is not delivered twice', async () => {
    const address = someone()
    const { url, orderId } = await order(address)
    await pay(url)
    await sandbox.stop()
    sandbox = await startSandbox(options)
    await until(orderId, 'funded')
    await sandbox.stop()
    sandbox = await startSandbox(options)
    const amount = await reader().getBalance({ address })
    await pay(url)
    expect(await (await fetch(`${sandbox.url}/result${new URL(url).search}`)).text()).toContain('<h1>Paid</h1>')
    expect(await reader().getBalance({ address })).toBe(amount)
  })

  test('is delivered while the gateway is unreachable, which is notified later', async () => {
    const address = someone()
    const { url, orderId } = await order(address)
    const own = { ...options, port: 0, folder: join(folder, 'own') }
    const page = new URL(url)
    const lonely = await startSandbox({ ...own, webhookUrl: 'http://127.0.0.1:9/' })
    const body = new URLSearchParams({ order: page.searchParams.get('order') ?? '', card: '4242424242424242' })
    await fetch(`${lonely.url}/pay`, { method: 'POST', body })
    while (!(await (await fetch(`${lonely.url}/result${page.search}`)).text()).includes('<h1>Paid</h1>'))
      await sleep(50)
    expect(await statusOf(orderId)).toEqual({ status: 'created' })
    await lonely.stop()
    const amount = await reader().getBalance({ address })
    const heard = await startSandbox(own)
    await until(orderId, 'funded')
    await heard.stop()
    expect(await reader().getBalance({ address })).toBe(amount)
  })

  test('error: is rejected with a declined card, from another site, or with a changed or expired order', async () => {
    const { url, orderId } = await order(someone())
    expect(await (await pay(url, '4000 0000 0000 0002')).text()).toContain('The card was declined.')
    expect((await pay(url, '4111 1111 1111 1111')).status).toBe(402)
    expect((await pay(url, undefined, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    const [text = '', seal = ''] = (new URL(url).searchParams.get('order') ?? '').split('.')
    const read = JSON.parse(Buffer.from(text, 'base64url').toString()) as object
    const changed = Buffer.from(JSON.stringify({ ...read, address: someone() })).toString('base64url')
    const forged = new URL(url)
    for (const value of [`${changed}.${seal}`, `${text}.`, text, `${text}.${seal}.x`, '']) {
      forged.searchParams.set('order', value)
      expect((await pay(forged.href)).status).toBe(404)
    }
    acts.clock.now += 900_000
    expect(await (await pay(url)).text()).toContain('<h1>Expired</h1>')
    expect(await statusOf(orderId)).toEqual({ status: 'created' })
  })

  test('error: is not created from invalid input or for an unknown provider', async () => {
    const wallets = [{ address: someone(), assets: ['ETH'] }]
    for (const [change, status] of [
      [{ destinationWallets: [{ address: '0x12', assets: ['ETH'] }] }, 400],
      // a wrong checksum, and an account of Solana that is too long
      [{ destinationWallets: [{ address: '0xF39Fd6e51aad88F6F4ce6aB8827279cffFb92266', assets: ['ETH'] }] }, 400],
      [
        {
          destinationWallets: [{ address: '1'.repeat(44), assets: ['SOL'] }],
          defaultNetwork: acts.devnet.solana?.caipNetworkId,
        },
        400,
      ],
      [{ destinationWallets: [] }, 400],
      [{ destinationWallets: wallets, presetFiatAmount: undefined }, 400],
      [{ destinationWallets: wallets, presetFiatAmount: 5 }, 400],
      [{ destinationWallets: wallets, presetFiatAmount: undefined, presetCryptoAmount: '0' }, 400],
      [{ destinationWallets: wallets, provider: 'nobody' }, 404],
    ] as const) {
      const body = { defaultNetwork: id, presetFiatAmount: 100, ...change }
      expect((await ask(gateway, '/v1/generators/onrampurl', body)).status).toBe(status)
    }
    const foreign = { destinationWallets: wallets, defaultNetwork: id, presetFiatAmount: 100 }
    expect((await ask(gateway, '/v1/generators/onrampurl?projectId=%00', foreign)).status).toBe(400)
    const meld = await order(someone(), { destinationWallets: wallets, provider: 'meld' })
    expect(meld.url).toBe('https://meld.example')
  })
})

test('error: TOO_MANY_ORDERS from one client in a minute', async () => {
  acts.clock.now += 60_000
  const create = (): Promise<Reply> =>
    ask(gateway, '/v1/generators/onrampurl', {
      destinationWallets: [{ address: someone(), assets: ['ETH'] }],
      defaultNetwork: id,
      presetFiatAmount: 100,
    })
  const replies = await Promise.all(Array.from({ length: 61 }, create))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(60)
  expect(replies.find(({ status }) => status !== 200)).toMatchObject({
    status: 429,
    body: { error: 'TOO_MANY_ORDERS' },
  })
  acts.clock.now += 60_000
  expect(await create()).toMatchObject({ status: 200 })
})

describe('a webhook event', () => {
  const report = (
    event: OrderEvent,
    { at = gateway, time = acts.clock.now, key = secret, name = 'sandbox' } = {},
  ): Promise<Reply> => {
    const seal = signEvent({ secret: key, event, time: String(time) })
    const headers = { [eventHeaders.time]: String(time), [eventHeaders.signature]: seal }
    return ask(at, `/v1/onramp/webhooks/${name}`, event, headers)
  }

  test('is accepted once, only from the provider and in time, and never moves an order to an earlier status', async () => {
    const { orderId } = await order(someone())
    const event: OrderEvent = { id: 'event-1', order: orderId, status: 'paid' }
    for (const wrong of [
      await report(event, { key: 'the secret of somebody else, as long as it' }),
      await report(event, { time: acts.clock.now - 300_001 }),
      await report(event, { time: acts.clock.now + 300_001 }),
      await report({ ...event, id: 'event-0' }, { name: 'meld' }),
      await ask(gateway, '/v1/onramp/webhooks/sandbox', event),
    ])
      expect(wrong.status).toBe(401)
    expect(await statusOf(orderId)).toEqual({ status: 'created' })
    const many = await Promise.all(Array.from({ length: 6 }, (_, i) => report(event, { at: i % 2 ? gateway : other })))
    expect(many.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(await statusOf(orderId)).toEqual({ status: 'paid' })
    await report({ id: 'event-2', order: orderId, status: 'funded', hash: '0x01' })
    await report({ id: 'event-3', order: orderId, status: 'failed' })
    await report({ id: 'event-4', order: orderId, status: 'paid' })
    expect(await statusOf(orderId)).toEqual({ status: 'funded', hash: '0x01' })
    expect((await report({ id: 'event-5', order: 'unknown', status: 'paid' })).status).toBe(404)
    expect((await report(event, { name: 'nobody' })).status).toBe(404)
  })

  test('is accepted 10 days after the order, as for a bank transfer', async () => {
    const { orderId } = await order(someone())
    acts.clock.now += 10 * 86_400_000
    // a new order removes old ones
    await order(someone())
    expect(await report({ id: 'event-6', order: orderId, status: 'paid' })).toMatchObject({ status: 200 })
    expect(await statusOf(orderId)).toEqual({ status: 'paid' })
  })
})
