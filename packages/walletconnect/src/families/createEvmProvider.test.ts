import { type DevnetChain, fundAccount, startDevnet } from '@latchkey/devnet'
import { createClient, http, parseEther, toHex, verifyMessage } from 'viem'
import { waitForTransactionReceipt } from 'viem/actions'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createRig, type RigOptions } from '../../test/createRig.js'
import { createTestAdapter } from '../../test/createTestAdapter.js'
import { evmOne, evmThree, evmTwo, toNetwork } from '../../test/networks.js'

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

describe('what the session says', () => {
  test('is answered at once, and asks nobody', async () => {
    const { rig, wallet, provider, address } = await setUp()
    await wallet.goOffline()
    rig.relay.pause()
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([address])
    expect(await provider.request({ method: 'eth_requestAccounts' })).toEqual([address])
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x7a69')
    expect(await provider.request({ method: 'net_version' })).toBe('31337')
  })
})

describe('what a node knows', () => {
  test('goes to the nodes of the app, also where the wallet would answer', async () => {
    const { wallet, provider, address } = await setUp()
    await fundAccount(devnet.chains[0].rpcUrl, address, parseEther('2'))
    await wallet.goOffline()
    const balance = await provider.request({ method: 'eth_getBalance', params: [address, 'latest'] })
    expect(balance).toBe(toHex(parseEther('2')))
    await expect(provider.request({ method: 'eth_nonsense' })).rejects.toMatchObject({ code: 'METHOD_NOT_FOUND' })
  })

  test('[S8.52] error: RPC_URL_MISSING for a network without a node', async () => {
    const bare = { ...toNetwork(evmOne), rpcUrls: { default: { http: [] } } }
    const { provider } = await setUp({ networks: [bare] }, [evmOne])
    await expect(provider.request({ method: 'eth_blockNumber' })).rejects.toMatchObject({
      code: 'RPC_URL_MISSING',
      shortMessage: `No RPC url for chain ${evmOne}`,
    })
  })
})

describe('what needs the owner', () => {
  test('is signed by the wallet', async () => {
    const { provider, address } = await setUp()
    const signature = await provider.request({ method: 'personal_sign', params: [toHex('hello'), address] })
    expect(await verifyMessage({ address, message: 'hello', signature: signature as '0x' })).toBe(true)
  })

  test('is sent on the chain where the wallet is', async () => {
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

  test('to a network that was approved asks nobody, and tells', async () => {
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

  test('[S4.18] to one that the wallet has is asked, and holds once the session has it', async () => {
    const { rig, provider } = await setUp({}, [evmOne])
    expect(await provider.request(switchTo(31_338))).toBeNull()
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x7a6a')
    expect(rig.events).toContainEqual({ namespace: 'eip155', approvedCaipNetworkIds: [evmTwo, evmOne] })
  })

  test('[S4.18] error: CHAIN_UNRECOGNIZED for one that the wallet lacks, which can be added then', async () => {
    const { wallet, provider } = await setUp({}, [evmOne])
    await expect(provider.request(switchTo(31_339))).rejects.toMatchObject({ code: 'CHAIN_UNRECOGNIZED' })
    const params = [{ chainId: toHex(31_339), chainName: 'Three', rpcUrls: ['http://127.0.0.1:1'] }]
    expect(await provider.request({ method: 'wallet_addEthereumChain', params })).toBeNull()
    expect(await provider.request({ method: 'eth_chainId' })).toBe(toHex(31_339))
    expect(wallet.getState().chains).toContain(evmThree)
  })

  test('[S8.50] error: NOT_APPROVED where the wallet can neither switch nor add', async () => {
    const wishes = { eip155: { methods: ['personal_sign'] } }
    const { provider } = await setUp({ options: { wishes } }, [evmOne])
    await expect(provider.request(switchTo(31_338))).rejects.toMatchObject({
      code: 'NOT_APPROVED',
      shortMessage: 'The wallet has not approved eip155:31338, nor wallet_switchEthereumChain.',
    })
  })

  test('a wallet that can only add is asked for that', async () => {
    const wishes = { eip155: { methods: ['personal_sign', 'wallet_addEthereumChain'] } }
    const { provider } = await setUp({ options: { wishes } }, [evmOne])
    await expect(provider.request(switchTo(31_338))).rejects.toMatchObject({ code: 'CHAIN_UNRECOGNIZED' })
  })

  for (const params of [undefined, [], [{}], [{ chainId: 1 }], [{ chainId: '1' }], [{ chainId: '0x' }], 'x'])
    test(`error: INVALID_PARAMS for ${JSON.stringify(params)}`, async () => {
      const { provider } = await setUp()
      await expect(provider.request({ method: 'wallet_switchEthereumChain', params })).rejects.toMatchObject({
        code: 'INVALID_PARAMS',
      })
    })
})

describe('abilities', () => {
  test('are those that the wallet agreed to', async () => {
    const wishes = { eip155: { methods: ['personal_sign', 'wallet_sendCalls'] } }
    const { rig, address } = await setUp({ options: { wishes } }, [evmOne])
    const features = rig.connector.getFeatures?.('eip155') ?? {}
    // the test wallet agrees to what it can do, and bundles of calls it cannot
    expect(Object.keys(features).sort()).toEqual(['message:sign', 'network:switch'])
    const account = { namespace: 'eip155', address, type: 'eoa' } as const
    const signal = new AbortController().signal
    const signature = await features['message:sign']?.({ account, network: toNetwork(evmOne), signal, message: '0x68' })
    expect(signature).toMatch(/^0x[\da-f]{130}$/)
    expect(rig.connector.getFeatures?.('solana')).toEqual({})
  })
})
