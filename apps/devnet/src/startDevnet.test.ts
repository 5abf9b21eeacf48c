import {
  type Client,
  createClient,
  encodeFunctionData,
  erc20Abi,
  http,
  multicall3Abi,
  parseAbi,
  parseEther,
} from 'viem'
import { getBalance, getBlock, getCode, getTransactionCount, readContract } from 'viem/actions'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { devAccount, devPrivateKey } from './keys/evm.js'
import { callRpc } from './rpc/callRpc.js'
import { fundAccount } from './rpc/funding.js'
import { type Devnet, type DevnetChain, startDevnet } from './startDevnet.js'
import { isAlive } from './test/programs.js'

const clientOf = (chain: DevnetChain): Client => createClient({ transport: http(chain.rpcUrl) })
const balanceOf = (chain: DevnetChain, symbol: 'USDC' | 'DAI', index: number): Promise<bigint> =>
  readContract(clientOf(chain), {
    address: chain.tokens[symbol].address,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [devAccount(index).address],
  })

describe('startDevnet', () => {
  let devnet: Devnet
  beforeAll(async () => {
    devnet = await startDevnet()
  })
  afterAll(() => devnet.stop())

  it('starts two named chains, whose configuration can be printed as JSON', () => {
    expect(JSON.parse(JSON.stringify(devnet.chains))).toMatchObject([
      { id: 31_337, name: 'Local Ethereum', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } },
      { id: 31_338, name: 'Local Base', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 } },
    ])
    expect(devnet.chains.some((chain) => 'testnet' in chain)).toBe(false)
  })

  it('deploys the tokens at their expected addresses, with names and balances, on both chains', async () => {
    for (const chain of devnet.chains) {
      for (const { address, name, symbol, decimals } of Object.values(chain.tokens)) {
        const read = (functionName: 'name' | 'symbol' | 'decimals'): Promise<string | number> =>
          readContract(clientOf(chain), { address, abi: erc20Abi, functionName })
        expect([await read('name'), await read('symbol'), await read('decimals')]).toEqual([name, symbol, decimals])
      }
      expect(await balanceOf(chain, 'USDC', 0)).toBe(10_000_000_000n)
      expect(await balanceOf(chain, 'DAI', 9)).toBe(parseEther('10000'))
    }
  })

  it('deploys Multicall3 at its canonical address', async () => {
    for (const chain of devnet.chains) {
      expect(await getCode(clientOf(chain), { address: chain.multicall3 })).toMatch(/^0x6080/)
      const { address } = chain.tokens.USDC
      const callData = encodeFunctionData({ abi: erc20Abi, functionName: 'decimals' })
      const [reply] = await readContract(clientOf(chain), {
        address: chain.multicall3,
        abi: multicall3Abi,
        functionName: 'aggregate3',
        args: [[{ target: address, allowFailure: true, callData }]],
      })
      expect([reply?.success, Number(reply?.returnData)]).toEqual([true, 6])
    }
  })

  it('leaves the development accounts untouched: full balance, no transaction', async () => {
    for (const chain of devnet.chains) {
      const { address } = devAccount(0)
      expect(await getBalance(clientOf(chain), { address })).toBe(parseEther('10000'))
      expect(await getTransactionCount(clientOf(chain), { address })).toBe(0)
    }
  })

  it('mines new blocks with the current time, however old the saved state is', async () => {
    const chain = devnet.chains[0]
    await callRpc({ url: chain.rpcUrl, method: 'evm_mine' })
    const { timestamp } = await getBlock(clientOf(chain))
    expect(Math.abs(Number(timestamp) - Date.now() / 1_000)).toBeLessThan(30)
  })

  it('funds any account, and lets any account mint tokens', async () => {
    const chain = devnet.chains[0]
    const { address } = devAccount(500)
    await fundAccount(chain.rpcUrl, address, 12_345n)
    expect(await getBalance(clientOf(chain), { address })).toBe(12_345n)
    const data = encodeFunctionData({ abi: parseAbi(['function mint(address, uint256)']), args: [address, 7n] })
    const transaction = { from: devAccount(1).address, to: chain.tokens.USDC.address, data }
    await callRpc({ url: chain.rpcUrl, method: 'eth_sendTransaction', params: [transaction] })
    await vi.waitFor(async () => expect(await balanceOf(chain, 'USDC', 500)).toBe(7n))
  })

  it('starts with fresh state each time, and on other ports if the preferred ones are busy', async () => {
    const ports = devnet.chains.map(({ port }) => port)
    const other = await startDevnet({ ports })
    expect(other.chains.some(({ port }) => ports.includes(port))).toBe(false)
    await fundAccount(other.chains[0].rpcUrl, devAccount(0).address, 1n)
    expect(await getBalance(clientOf(devnet.chains[0]), { address: devAccount(0).address })).toBe(parseEther('10000'))
    await other.stop()
    await other.stop()
    expect(other.chains.some(({ pid }) => isAlive(pid))).toBe(false)

    const again = await startDevnet({ chains: [31_337] })
    expect(await getBalance(clientOf(again.chains[0]), { address: devAccount(0).address })).toBe(parseEther('10000'))
    await again.stop()
  })

  it('sets up the same tokens on a chain with any other ID', async () => {
    const other = await startDevnet({ chains: [5_555] })
    expect(other.chains[0]).toMatchObject({ id: 5_555, name: 'Local chain 5555' })
    expect(await balanceOf(other.chains[0], 'DAI', 3)).toBe(parseEther('10000'))
    await other.stop()
  })

  it('rejects an empty list of chains', async () => {
    await expect(startDevnet({ chains: [] })).rejects.toThrow('at least one chain')
  })

  it('reports which chain has exited', async () => {
    const other = await startDevnet()
    process.kill(other.chains[1]?.pid ?? 0, 'SIGKILL')
    expect(await other.exited).toBe(31_338)
    await other.stop()
  })

  it('starts no Solana, Bitcoin or relay by default', () => {
    expect([devnet.solana, devnet.bitcoin, devnet.relay]).toEqual([undefined, undefined, undefined])
  })

  it('starts Solana with its options, and stops it too', async () => {
    const other = await startDevnet({ chains: [31_337], solana: { slotMs: 3_600_000 } })
    const url = other.solana?.rpcUrl ?? ''
    const slot = await callRpc({ url, method: 'getSlot' })
    other.solana?.advanceSlots(3)
    expect(await callRpc({ url, method: 'getSlot' })).toBe(Number(slot) + 3)
    await other.stop()
    await expect(callRpc({ url, method: 'getSlot' })).rejects.toThrow('fetch failed')
  })

  it.runIf(process.env['BITCOIND_PATH'])('starts Bitcoin, and reports when it has exited', async () => {
    const other = await startDevnet({ chains: [31_337], bitcoin: true })
    const height = await fetch(`${other.bitcoin?.esploraUrl}/blocks/tip/height`)
    expect(Number(await height.text())).toBeGreaterThan(100)
    process.kill(other.bitcoin?.pid ?? 0, 'SIGKILL')
    expect(await other.exited).toBe('bitcoin')
    await other.stop()
    expect(other.chains.some(({ pid }) => isAlive(pid))).toBe(false)
  })

  it('starts the relay with its options, and stops it too', async () => {
    const other = await startDevnet({ chains: [31_337], relay: { now: () => 0 } })
    expect(other.relay?.stats()).toMatchObject({ sockets: 0, published: 0 })
    const health = `${other.relay?.controlUrl}/health`
    expect((await fetch(health)).status).toBe(200)
    await other.stop()
    await expect(fetch(health)).rejects.toThrow('fetch failed')
  })

  it('stops the parts that have started if another one fails to start', async () => {
    const exitListeners = process.listenerCount('exit')
    const bitcoin = { bitcoind: '/no/such/bitcoind' }
    await expect(startDevnet({ solana: true, bitcoin })).rejects.toThrow('could not be started')
    expect(process.listenerCount('exit')).toBe(exitListeners)
  })

  it('derives the well-known address and key of its accounts', () => {
    expect(devAccount(0).address).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
    expect(devPrivateKey(0)).toBe('0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80')
  })
})
