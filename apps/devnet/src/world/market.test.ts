import { type Client, createClient, encodeFunctionData, erc20Abi, erc721Abi, http, parseAbi, parseEther } from 'viem'
import { readContract } from 'viem/actions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitForReceipt } from '../contracts/contracts.js'
import { devAccount } from '../keys/evm.js'
import { callRpc } from '../rpc/callRpc.js'
import { type Devnet, startDevnet } from '../startDevnet.js'
import { carefulToken, spamToken, worldMarket, worldNfts } from './market.js'

const routerAbi = parseAbi(['function getAmountsOut(uint256, address[]) view returns (uint256[])'])

describe('the market of the world', () => {
  let devnet: Devnet
  let client: Client
  beforeAll(async () => {
    devnet = await startDevnet()
    client = createClient({ transport: http(devnet.chains[1]?.rpcUrl) })
  })
  afterAll(() => devnet.stop())

  it('quotes about 3,000 of each token for one ether on every chain', async () => {
    for (const { rpcUrl } of devnet.chains)
      for (const { token } of worldMarket.pools) {
        const amounts = await readContract(createClient({ transport: http(rpcUrl) }), {
          address: worldMarket.router,
          abi: routerAbi,
          functionName: 'getAmountsOut',
          args: [parseEther('1'), [worldMarket.wrappedNative.address, token.address]],
        })
        const received = Number(amounts[1]) / 10 ** token.decimals
        expect(received).toBeGreaterThan(2_980)
        expect(received).toBeLessThan(3_000)
      }
  })

  it('funds development accounts with the spam token, but not with dollars', async () => {
    const { address } = devAccount(9)
    const balance = (token: `0x${string}`): Promise<bigint> =>
      readContract(client, { address: token, abi: erc20Abi, functionName: 'balanceOf', args: [address] })
    expect(await balance(spamToken.address)).toBe(parseEther('10000'))
    expect(await balance(worldMarket.usd.address)).toBe(0n)
    const name = await readContract(client, { address: spamToken.address, abi: erc20Abi, functionName: 'name' })
    expect(name).toBe(spamToken.name)
  })

  it('has a token that reverts when a nonzero allowance is changed to another nonzero one', async () => {
    const from = devAccount(8).address
    const url = devnet.chains[1]?.rpcUrl ?? ''
    const call = (method: string, ...params: unknown[]): Promise<unknown> => callRpc({ url, method, params })
    const approve = async (amount: bigint): Promise<string> => {
      const args = [worldMarket.router, amount] as const
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args })
      const hash = await call('eth_sendTransaction', { from, to: carefulToken.address, data })
      return (await waitForReceipt(call, hash)).status
    }
    const statuses: string[] = []
    for (const amount of [1n, 2n, 0n, 2n]) statuses.push(await approve(amount))
    expect(statuses).toEqual(['0x1', '0x0', '0x1', '0x1'])
    const args = [from, worldMarket.router] as const
    const read = { address: carefulToken.address, abi: erc20Abi, functionName: 'allowance', args } as const
    expect(await readContract(client, read)).toBe(2n)
  })

  it('has NFTs with on-chain images, which belong to the first three accounts', async () => {
    const read = { address: worldNfts.address, abi: erc721Abi } as const
    for (const id of [1n, 2n, 3n, 4n, 5n, 6n]) {
      const owner = await readContract(client, { ...read, functionName: 'ownerOf', args: [id] })
      expect(owner).toBe(devAccount(Number(id - 1n) >> 1).address)
    }
    const uri = await readContract(client, { ...read, functionName: 'tokenURI', args: [6n] })
    const { name, image } = await (await fetch(uri)).json()
    expect(name).toBe('Keyholes #6')
    expect(await (await fetch(image)).text()).toMatch(/^<svg xmlns.*<\/svg>$/)
  })
})
