import {
  compileContracts,
  compileDevContracts,
  deployContract,
  multicall3Address,
  type RpcProxy,
  startAnvil,
  startDevnet,
  startRpcProxy,
} from '@latchkey/devnet'
import { type Address, erc20Abi, maxUint256, zeroAddress } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createUpstreamFetch } from '../http/upstream.js'
import { callNode } from '../test/localCalls.js'
import { type CallableChain, contractCall, createContractMemory, readMulticall } from './contracts.js'
import { createNodePool } from './nodePool.js'

const compiled = {
  ...compileDevContracts('Hostile'),
  ...compileContracts({ file: new URL('../test/Acts.sol', import.meta.url).pathname }),
}
const signal = new AbortController().signal
let time = 1_800_000_000_000
let multicallCode: unknown
let urls: readonly string[]
let proxy: RpcProxy
const stops: (() => Promise<void>)[] = []

beforeAll(async () => {
  const devnet = await startDevnet({ chains: [31_337] })
  stops.push(devnet.stop)
  const [{ rpcUrl }] = devnet.chains
  multicallCode = await callNode(rpcUrl, 'eth_getCode', multicall3Address, 'latest')
  proxy = await startRpcProxy({ rpcUrl })
  stops.push(proxy.stop)
  urls = [rpcUrl]
})
afterEach(() => proxy.reset())
afterAll(() => Promise.all(stops.map((stop) => stop())))

const open = (url = proxy.url): CallableChain => {
  const now = (): number => time
  const fetch = createUpstreamFetch([url])
  const node = createNodePool({ urls: [url], caipNetworkId: 'eip155:31337', fetch, now, ended: signal })
  return { multicall: multicall3Address, node, greedy: createContractMemory({ now }) }
}
const deploy = (name: string, rpcUrl = urls[0] ?? ''): Promise<Address> => {
  const contract = compiled[name]
  if (!contract) throw new Error(`There is no ${name}.`)
  return deployContract({ rpcUrl, ...contract })
}
const deployAll = async (names: readonly string[], rpcUrl?: string): Promise<readonly Address[]> => {
  const all: Address[] = []
  for (const name of names) all.push(await deploy(name, rpcUrl))
  return all
}
const read = (chain: CallableChain, addresses: readonly Address[]): Promise<readonly (bigint | undefined)[]> => {
  const own = { abi: erc20Abi, functionName: 'balanceOf', args: [zeroAddress] } as const
  return readMulticall(chain, { calls: addresses.map((to) => contractCall({ to, ...own })), signal })
}
const countCalls = (): number => proxy.calls.filter(({ method }) => method === 'eth_call').length

/** Any contract that answers a call with a number: it stands for a token. */
const honest = 'AnswersAllOnes'

describe('contracts that are called together', () => {
  test.each(['Invalid', 'BurnsGas', 'Greedy', 'AnswersHuge'])(
    'return their results despite one or several hostile contracts in the batch: %s',
    async (name) => {
      for (const count of [1, 3]) {
        const [token] = await deployAll([honest])
        const hostile = await deployAll(Array.from({ length: count }, () => name))
        const mixed = hostile.flatMap((one) => [one, ...Array.from({ length: 12 }, () => token as Address)])
        const found = await read(open(), mixed)
        const answers = found.filter((_, index) => mixed[index] === token)
        expect(answers).toEqual(Array.from({ length: 12 * count }, () => maxUint256))
      }
    },
  )

  test.each([10_000_000, 300_000_000])(
    'return the same results from a node that allows %d gas, and greedy contracts are remembered',
    async (gas) => {
      const anvil = await startAnvil({ chainId: 31_337, args: ['--gas-limit', String(gas)] })
      onTestFinished(anvil.stop)
      await callNode(anvil.url, 'anvil_setCode', multicall3Address, multicallCode)
      const names = ['Invalid', honest, 'Reverts', honest, 'Greedy', 'BurnsGas', honest]
      const addresses = await deployAll(names, anvil.url)
      const expected = names.map((name) => (name === honest ? maxUint256 : undefined))
      const chain = open(anvil.url)
      expect(await read(chain, addresses)).toEqual(expected)
      const isGreedy = names.map((name) => ['Invalid', 'Greedy', 'BurnsGas'].includes(name))
      expect(addresses.map(chain.greedy.has)).toEqual(isGreedy)
    },
  )

  test('take one request if they are honest or only revert', async () => {
    const [token, refusing] = (await deployAll([honest, 'Reverts'])) as [Address, Address]
    const chain = open()
    const found = await read(chain, [token, refusing, zeroAddress, token])
    expect([found, countCalls()]).toEqual([[maxUint256, undefined, undefined, maxUint256], 1])
    expect(chain.greedy.has(refusing)).toBe(false)
  })

  test('take few requests for an hour once greedy contracts are known, however many there are', async () => {
    const [token, bad] = (await deployAll([honest, 'Invalid'])) as [Address, Address]
    const code = await callNode(urls[0] ?? '', 'eth_getCode', bad, 'latest')
    const addresses = Array.from(
      { length: 300 },
      (_, index): Address => `0x${(index + 1e6).toString().padStart(40, '0')}`,
    )
    for (const address of addresses.slice(100)) await callNode(urls[0] ?? '', 'anvil_setCode', address, code)
    const mixed = addresses.map((address, index) => (index < 100 ? token : address))
    mixed.sort(() => Math.random() - 0.5)
    const expected = mixed.map((address) => (address === token ? maxUint256 : undefined))
    const chain = open()
    expect(await read(chain, mixed)).toEqual(expected)
    // groups of 300, 38 and 5, then each alone; and after each failure, an empty batch that shows whether it was the node
    expect(countCalls()).toBeLessThanOrEqual(2 * (1 + 8 + 64) + 2 * 300)
    proxy.reset()
    expect(await read(chain, mixed)).toEqual(expected)
    expect(countCalls()).toBeLessThanOrEqual(21)
    proxy.reset()
    time += 3_600_000
    // repaired contracts are called again
    const repaired = await callNode(urls[0] ?? '', 'eth_getCode', token, 'latest')
    for (const address of addresses.slice(100)) await callNode(urls[0] ?? '', 'anvil_setCode', address, repaired)
    expect([await read(chain, mixed), countCalls()]).toEqual([mixed.map(() => maxUint256), 1])
  })

  test('still include some calls to a known greedy contract', async () => {
    const [bad] = (await deployAll(['Invalid'])) as [Address]
    const chain = open()
    expect(
      await read(
        chain,
        Array.from({ length: 60 }, () => bad),
      ),
    ).toEqual(Array.from({ length: 60 }, () => undefined))
    expect(chain.greedy.has(bad)).toBe(true)
    await callNode(
      urls[0] ?? '',
      'anvil_setCode',
      bad,
      await callNode(urls[0] ?? '', 'eth_getCode', (await deployAll([honest]))[0], 'latest'),
    )
    const found = await read(
      chain,
      Array.from({ length: 60 }, () => bad),
    )
    expect(found.filter((value) => value === maxUint256)).toHaveLength(10)
  })

  test.each([-32_000, -32_005, -32_603])('error: are not blamed for the error %d of the node', async (code) => {
    const [token] = (await deployAll([honest])) as [Address]
    const chain = open()
    proxy.fail({ kind: 'error', error: { code, message: 'header not found' }, methods: ['eth_call'] })
    await expect(read(chain, [token, token, token])).rejects.toThrow('header not found')
    expect(countCalls()).toBeLessThanOrEqual(2)
    proxy.reset()
    expect(await read(chain, [token])).toEqual([maxUint256])
  })

  test.each([-32_000, -32_603])('are not blamed for the error %d that the node returns once', async (code) => {
    const [token] = (await deployAll([honest])) as [Address]
    const error = { code, message: 'header not found' }
    for (const multicall of [multicall3Address, '0x00000000000000000000000000000000000000fe'] as const) {
      const chain = { ...open(), multicall }
      proxy.fail({ kind: 'error', error, methods: ['eth_call'], times: 1 })
      expect(await read(chain, [token])).toEqual([maxUint256])
      expect(chain.greedy.has(token)).toBe(false)
    }
  })

  test('are called one by one on a chain without Multicall3', async () => {
    const names = ['Invalid', honest, 'Reverts', 'BurnsGas', honest]
    const addresses = await deployAll(names)
    const chain = { ...open(), multicall: '0x00000000000000000000000000000000000000fe' } as const
    const expected = names.map((name) => (name === honest ? maxUint256 : undefined))
    expect(await read(chain, addresses)).toEqual(expected)
    proxy.fail({ kind: 'error', error: { code: -32_005, message: 'limit exceeded' }, methods: ['eth_call'] })
    await expect(read(chain, addresses)).rejects.toThrow('limit exceeded')
  })
})
