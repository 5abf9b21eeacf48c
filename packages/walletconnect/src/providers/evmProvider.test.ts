import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type DevnetChain, fundAccount, startDevnet } from '@latchkey/devnet'
import { createTestClock, createTestContext } from '@latchkey/testing'
import { createClient, createWalletClient, custom, http, parseEther, toHex, verifyMessage } from 'viem'
import { waitForTransactionReceipt } from 'viem/actions'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createRig, type RigOptions } from '../../test/createRig.js'
import { createStubSession } from '../../test/createStubSession.js'
import { createTestAdapter } from '../../test/createTestAdapter.js'
import { evmOne, evmThree, evmTwo, toNetwork } from '../../test/networks.js'
import { isNodeMethod, readFromNode, untilApproved } from './evmProvider.js'

describe('createEvmProvider', () => {
  type Provider = {
    request(call: { readonly method: string; readonly params?: unknown }): Promise<unknown>
    on(event: string, listener: (payload: unknown) => void): void
    removeListener(event: string, listener: (payload: unknown) => void): void
  }

  let devnet: Awaited<ReturnType<typeof startDevnet>>

  beforeAll(async () => {
    devnet = await startDevnet()
  })

  afterAll(() => devnet.stop())

  async function setUp(options: RigOptions = {}, chains = [evmOne, evmTwo]) {
    const urlOf = (id: number): string => devnet.chains.find((chain) => chain.id === id)?.rpcUrl ?? ''
    const networks = [toNetwork(evmOne, urlOf(31_337)), toNetwork(evmTwo, urlOf(31_338)), toNetwork(evmThree)]
    const rig = await createRig({ networks, adapters: createTestAdapter(), ...options })
    const wallet = await rig.createWallet({ networks: { evm: devnet.chains }, policy: { chains } })
    await rig.connectWallet(wallet, ['eip155'])
    const provider = (await rig.connector.getProvider({ namespace: 'eip155' })) as Provider
    const address = wallet.getState().addresses.eip155 as `0x${string}`
    return { rig, wallet, provider, address }
  }

  const read = async ({ rpcUrl }: DevnetChain, hash: `0x${string}`): Promise<string> =>
    (await waitForTransactionReceipt(createClient({ transport: http(rpcUrl), pollingInterval: 20 }), { hash })).status

  describe('account and chain requests', () => {
    test('are answered without the wallet and the relay', async () => {
      const { rig, wallet, provider, address } = await setUp()
      await wallet.goOffline()
      rig.relay.pause()
      expect(await provider.request({ method: 'eth_accounts' })).toEqual([address])
      expect(await provider.request({ method: 'eth_requestAccounts' })).toEqual([address])
      expect(await provider.request({ method: 'eth_chainId' })).toBe('0x7a69')
      expect(await provider.request({ method: 'net_version' })).toBe('31337')
    })
  })

  describe('read requests', () => {
    test('go to the RPC nodes of the app, not to the wallet', async () => {
      const { wallet, provider, address } = await setUp()
      await fundAccount(devnet.chains[0].rpcUrl, address, parseEther('2'))
      await wallet.goOffline()
      const balance = await provider.request({ method: 'eth_getBalance', params: [address, 'latest'] })
      expect(balance).toBe(toHex(parseEther('2')))
      await expect(provider.request({ method: 'eth_nonsense' })).rejects.toMatchObject({ code: -32601 })
    })

    test('[S8.52] error: reject with RPC_URL_MISSING if the network has no RPC URL', async () => {
      const bare = { ...toNetwork(evmOne), rpcUrls: { default: { http: [] } } }
      const { provider } = await setUp({ networks: [bare] }, [evmOne])
      await expect(provider.request({ method: 'eth_blockNumber' })).rejects.toMatchObject({
        code: -32603,
        cause: { code: 'RPC_URL_MISSING', shortMessage: `No RPC url for chain ${evmOne}` },
      })
    })
  })

  describe('requests to the wallet', () => {
    test('are signed by the wallet', async () => {
      const { provider, address } = await setUp()
      const signature = await provider.request({ method: 'personal_sign', params: [toHex('hello'), address] })
      expect(await verifyMessage({ address, message: 'hello', signature: signature as '0x' })).toBe(true)
    })

    test('are sent on the current chain of the wallet', async () => {
      const { wallet, provider, address } = await setUp()
      const [, second = devnet.chains[0]] = devnet.chains
      await fundAccount(second.rpcUrl, address, parseEther('1'))
      await wallet.switchChain(evmTwo)
      await vi.waitFor(async () => expect(await provider.request({ method: 'eth_chainId' })).toBe('0x7a6a'))
      const params = [{ from: address, to: address, value: '0x1' }]
      const hash = await provider.request({ method: 'eth_sendTransaction', params })
      expect(await read(second, hash as '0x')).toBe('success')
    })
  })

  describe('a switch', () => {
    const switchTo = (id: number) => ({ method: 'wallet_switchEthereumChain', params: [{ chainId: toHex(id) }] })

    test('to an approved network sends no request, and emits chainChanged', async () => {
      const { rig, wallet, provider } = await setUp()
      await wallet.goOffline()
      const heard: unknown[] = []
      const listener = (payload: unknown): void => void heard.push(payload)
      provider.on('chainChanged', listener)
      expect(await provider.request(switchTo(31_338))).toBeNull()
      provider.removeListener('chainChanged', listener)
      expect(await provider.request(switchTo(31_337))).toBeNull()
      expect(heard).toEqual(['0x7a6a'])
      expect(rig.events.at(-1)).toEqual({ namespace: 'eip155', caipNetworkId: evmOne })
    })

    test('[S4.18] to another network is requested from the wallet, and takes effect once the session includes it', async () => {
      const { rig, provider } = await setUp({}, [evmOne])
      expect(await provider.request(switchTo(31_338))).toBeNull()
      expect(await provider.request({ method: 'eth_chainId' })).toBe('0x7a6a')
      expect(rig.events).toContainEqual({ namespace: 'eip155', approvedCaipNetworkIds: [evmTwo, evmOne] })
    })

    test('[S4.18] error: rejects with 4902 (CHAIN_UNRECOGNIZED) if the wallet lacks the network, which can then be added', async () => {
      const { wallet, provider } = await setUp({}, [evmOne])
      await expect(provider.request(switchTo(31_339))).rejects.toMatchObject({ code: 4902 })
      const params = [{ chainId: toHex(31_339), chainName: 'Three', rpcUrls: ['http://127.0.0.1:1'] }]
      expect(await provider.request({ method: 'wallet_addEthereumChain', params })).toBeNull()
      expect(await provider.request({ method: 'eth_chainId' })).toBe(toHex(31_339))
      expect(wallet.getState().chains).toContain(evmThree)
    })

    test('[S8.50] error: rejects with NOT_APPROVED if the wallet can neither switch nor add', async () => {
      const proposal = { eip155: { methods: ['personal_sign'] } }
      const { provider } = await setUp({ options: { proposal } }, [evmOne])
      await expect(provider.request(switchTo(31_338))).rejects.toMatchObject({
        code: 4100,
        message: 'The wallet has not approved eip155:31338, nor wallet_switchEthereumChain.',
        cause: { code: 'NOT_APPROVED' },
      })
    })

    test('rejects with 4902 if the wallet can only add networks', async () => {
      const proposal = { eip155: { methods: ['personal_sign', 'wallet_addEthereumChain'] } }
      const { provider } = await setUp({ options: { proposal } }, [evmOne])
      await expect(provider.request(switchTo(31_338))).rejects.toMatchObject({ code: 4902 })
    })

    for (const params of [undefined, [], [{}], [{ chainId: 1 }], [{ chainId: '1' }], [{ chainId: '0x' }], 'x'])
      test(`error: rejects with INVALID_PARAMS for ${JSON.stringify(params)}`, async () => {
        const { provider } = await setUp()
        await expect(provider.request({ method: 'wallet_switchEthereumChain', params })).rejects.toMatchObject({
          code: -32602,
        })
      })
  })

  describe('a wallet that reports a switch without switching', () => {
    const switchTo = { method: 'wallet_switchEthereumChain', params: [{ chainId: toHex(31_338) }] }

    test('causes error 4902, and nothing is sent on the former chain', async () => {
      const { wallet, provider, address } = await setUp({}, [evmOne])
      wallet.setPolicy({ pretendsToSwitch: true })
      await fundAccount(devnet.chains[0].rpcUrl, address, parseEther('1'))
      const send = async (): Promise<unknown> => {
        await provider.request(switchTo)
        return provider.request({
          method: 'eth_sendTransaction',
          params: [{ from: address, to: address, value: '0x1' }],
        })
      }
      await expect(send()).rejects.toMatchObject({ code: 4902 })
      expect(await provider.request({ method: 'eth_chainId' })).toBe('0x7a69')
      expect(wallet.getState().log.filter((line) => line.includes('eth_sendTransaction'))).toEqual([])
    })

    test('causes error 4901 if it only pretends to add a chain', async () => {
      const { wallet, provider } = await setUp({}, [evmOne])
      wallet.setPolicy({ pretendsToSwitch: true })
      const params = [{ chainId: toHex(31_338), chainName: 'Two', rpcUrls: ['http://127.0.0.1:1'] }]
      await expect(provider.request({ method: 'wallet_addEthereumChain', params })).rejects.toMatchObject({
        code: 4901,
      })
    })

    test('makes viem throw a SwitchChainError', async () => {
      const { wallet, provider } = await setUp({}, [evmOne])
      wallet.setPolicy({ pretendsToSwitch: true })
      const client = createWalletClient({ transport: custom(provider) })
      await expect(client.switchChain({ id: 31_338 })).rejects.toMatchObject({ name: 'SwitchChainError', code: 4902 })
    })
  })

  describe('declined requests', () => {
    const countPrompts = (log: readonly string[], method: string): number =>
      log.filter((line) => line.endsWith(`asks for ${method}`)).length

    test('are prompted once, as client libraries retry only errors without an EIP-1193 code', async () => {
      const { wallet, provider, address } = await setUp()
      wallet.setPolicy({ requests: 'reject' })
      const client = createWalletClient({ account: address, transport: custom(provider) })
      await expect(client.signMessage({ message: 'hello' })).rejects.toMatchObject({ name: 'UserRejectedRequestError' })
      expect(countPrompts(wallet.getState().log, 'personal_sign')).toBe(1)
      await expect(provider.request({ method: 'personal_sign', params: ['0x68', address] })).rejects.toMatchObject({
        code: 4001,
        cause: { code: 'USER_REJECTED' },
      })
    })

    test('are also prompted once by a wallet that fails with its own error', async () => {
      const { wallet, provider, address } = await setUp()
      const client = createWalletClient({ account: address, transport: custom(provider) })
      const sending = client.sendTransaction({ chain: null, to: address, value: parseEther('1000000'), gas: 21_000n })
      await expect(sending).rejects.toThrow()
      expect(countPrompts(wallet.getState().log, 'eth_sendTransaction')).toBe(1)
    })

    test('fail with 4100 and without a prompt if the wallet never approved the method', async () => {
      const { wallet, provider } = await setUp()
      const asking = provider.request({ method: 'eth_sign', params: [] })
      await expect(asking).rejects.toMatchObject({ code: 4100, cause: { code: 'NOT_APPROVED' } })
      expect(countPrompts(wallet.getState().log, 'eth_sign')).toBe(0)
    })
  })

  describe('features', () => {
    test('are those that the wallet approved', async () => {
      const proposal = { eip155: { methods: ['personal_sign', 'wallet_sendCalls'] } }
      const { rig, address } = await setUp({ options: { proposal } }, [evmOne])
      const features = rig.connector.getFeatures?.('eip155') ?? {}
      // the test wallet approves only what it supports, and it doesn't support call bundles
      expect(Object.keys(features).sort()).toEqual(['message:sign', 'network:switch'])
      const account = { namespace: 'eip155', address, type: 'eoa' } as const
      const signal = new AbortController().signal
      const signature = await features['message:sign']?.({
        account,
        network: toNetwork(evmOne),
        signal,
        message: '0x68',
      })
      expect(signature).toMatch(/^0x[\da-f]{130}$/)
      expect(rig.connector.getFeatures?.('solana')).toEqual({})
    })
  })
})

for (const method of ['eth_call', 'eth_getBalance', 'eth_sendRawTransaction', 'net_version', 'web3_clientVersion'])
  test(`${method} goes to RPC nodes`, () => {
    expect(isNodeMethod(method)).toBe(true)
  })

for (const method of [
  'eth_sign',
  'eth_sendTransaction',
  'eth_signTypedData_v4',
  'personal_sign',
  'wallet_sendCalls',
  'ethfoo',
])
  test(`${method} goes to the wallet`, () => {
    expect(isNodeMethod(method)).toBe(false)
  })

/** An RPC node that returns the same text for every call. */
async function serve(text: string, status = 200): Promise<{ readonly url: string; readonly asked: unknown[] }> {
  const asked: unknown[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += String(chunk)
    })
    request.on('end', () => {
      asked.push(JSON.parse(body))
      response.writeHead(status).end(text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

const readNode = (url: string): Promise<unknown> =>
  readFromNode(createTestContext({ networks: [toNetwork('eip155:1', url)] }), 'eip155:1', { method: 'eth_call' })

test('readFromNode sends the call to the RPC node of the network, and returns the result', async () => {
  const { url, asked } = await serve('{"jsonrpc":"2.0","id":1,"result":"0x1"}')
  expect(await readNode(url)).toBe('0x1')
  expect(asked).toEqual([{ jsonrpc: '2.0', id: 1, method: 'eth_call', params: [] }])
})

test('readFromNode accepts null as a result', async () => {
  const { url } = await serve('{"jsonrpc":"2.0","id":1,"result":null,"error":null}')
  expect(await readNode(url)).toBeNull()
})

test('readFromNode asks the next RPC node if one refuses the request', async () => {
  const [closed, open] = [await serve('Unauthorized', 401), await serve('{"jsonrpc":"2.0","id":1,"result":"0x1"}')]
  const network = toNetwork('eip155:1', closed.url)
  const rpcUrls = { default: { http: [closed.url, open.url] } }
  const context = createTestContext({ networks: [{ ...network, rpcUrls }] })
  expect(await readFromNode(context, 'eip155:1', { method: 'eth_call' })).toBe('0x1')
})

test('error: rejects with the RPC node’s error, mapped by its code', async () => {
  const { url } = await serve('{"id":1,"error":{"code":-32602,"message":"no"}}')
  await expect(readNode(url)).rejects.toMatchObject({ code: 'INVALID_PARAMS', details: 'no' })
})

for (const text of ['<html>blocked</html>', '', 'null', '[]', '{"id":1}'])
  test(`error: rejects with RPC_FAILED for the response ${JSON.stringify(text)}`, async () => {
    const { url } = await serve(text, 403)
    await expect(readNode(url)).rejects.toMatchObject({ code: 'RPC_FAILED' })
  })

test('[S8.52] error: rejects with RPC_URL_MISSING for a network that the modal does not have', async () => {
  const reading = readFromNode(createTestContext(), 'eip155:1', { method: 'eth_call' })
  await expect(reading).rejects.toMatchObject({ code: 'RPC_URL_MISSING' })
})

const entry = (...ids: readonly number[]) => ({
  eip155: { accounts: ids.map((id) => `eip155:${id}:0xa`), methods: [], events: [] },
})

test('untilApproved resolves at once if the network is already approved', async () => {
  const clock = createTestClock()
  const { session } = createStubSession({ namespaces: entry(1, 10) })
  await untilApproved(createTestContext({ env: clock }), session, 'eip155:10')
  expect(clock.pending()).toBe(0)
})

test('untilApproved resolves with the approval', async () => {
  const clock = createTestClock()
  const { session } = createStubSession({ namespaces: entry(1) })
  const waiting = untilApproved(createTestContext({ env: clock }), session, 'eip155:10')
  session.update(entry(1, 5))
  expect(clock.pending()).toBe(1)
  session.update(entry(1, 5, 10))
  await waiting
  expect(clock.pending()).toBe(0)
})

test('untilApproved resolves after a second if the wallet does not approve the network', async () => {
  const clock = createTestClock()
  const { session } = createStubSession({ namespaces: entry(1) })
  const waiting = untilApproved(createTestContext({ env: clock }), session, 'eip155:10')
  await clock.advance(1_000)
  await waiting
  expect(session.moveTo('eip155:10')).toBe(false)
})
