import { compileContracts, deployContract, devAccount, worldTokens } from '@latchkey/devnet'
import { type Address, encodeFunctionData, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { RunningGateway } from '../startGateway.js'
import { callNode, sendCall, toTokenTransfer } from '../test/localCalls.js'
import { type Acts, ask, startActs } from '../test/world.js'

const victim = '0x00000000000000000000000000000000000000e1'
const chainId = 'eip155:31337'
const compiled = compileContracts({ file: new URL('../test/Acts.sol', import.meta.url).pathname })
const { address: sender } = devAccount(0)
let acts: Acts
let gateway: RunningGateway
let url: string

beforeAll(async () => {
  acts = await startActs()
  ;[{ rpcUrl: url }] = acts.devnet.chains
  // of DAI only blocks tell
  const chains = acts.chains.map((chain) => ({
    ...chain,
    tokens: chain.tokens?.filter(({ symbol }) => symbol !== 'DAI'),
  }))
  gateway = await acts.startGateway({ chains })
})
afterAll(() => acts?.stop())

const deploy = (name: string, ...args: readonly unknown[]): Promise<Address> => {
  const contract = compiled[name]
  if (!contract) throw new Error(`There is no ${name}.`)
  return deployContract({ rpcUrl: url, args, ...contract })
}
const giveAbi = parseAbi(['function give(address to)'])
const giveData = encodeFunctionData({ abi: giveAbi, functionName: 'give', args: [victim] })

type Transfer = {
  readonly quantity: { readonly numeric: string }
  readonly fungible_info?: { readonly name: string; readonly symbol: string; readonly address: string }
}
type Row = { readonly metadata: { readonly hash: string }; readonly transfers: readonly Transfer[] }
const readHistory = async (account: string): Promise<readonly Row[]> =>
  ((await ask(gateway, `/v1/account/${account}/history?chainId=${chainId}`)).body as { readonly data: readonly Row[] })
    .data
const untilIndexed = (hash: string): Promise<void> =>
  vi.waitFor(async () => {
    expect((await readHistory(sender)).map(({ metadata }) => metadata.hash)).toContain(hash)
  }, 30_000)
const readBalances = async (): Promise<unknown> => {
  const { status, body } = await ask(gateway, `/v1/account/${victim}/balance?chainId=${chainId}&forceUpdate=1`)
  const { balances = [] } = body as {
    readonly balances?: readonly { readonly symbol: string; readonly quantity: { readonly numeric: string } }[]
  }
  return [status, ...balances.map(({ symbol, quantity }) => `${quantity.numeric} ${symbol}`)]
}

describe('tokens that use up all gas', () => {
  test('neither stop the indexer nor hide the names and balances of others in their block', async () => {
    const heavy: Address[] = []
    for (let index = 0; index < 12; index++) heavy.push(await deploy('HeavyToken', index % 2 === 0))
    await callNode(url, 'evm_setAutomine', false)
    const gas = '0x30000'
    for (const to of heavy) await callNode(url, 'eth_sendTransaction', { from: sender, to, data: giveData, gas })
    const data = toTokenTransfer(victim, 3n * 10n ** 18n)
    const token = await callNode(url, 'eth_sendTransaction', { from: sender, to: worldTokens.DAI.address, data, gas })
    await callNode(url, 'evm_mine')
    await callNode(url, 'evm_setAutomine', true)
    await untilIndexed(String(token))
    await untilIndexed(await sendCall(url, { from: sender, to: victim, value: 10n ** 18n }))
    const sent = (await readHistory(sender)).find(({ metadata }) => metadata.hash === token)
    expect(sent?.transfers).toMatchObject([{ quantity: { numeric: '3' }, fungible_info: { symbol: 'DAI' } }])
    for (let turn = 0; turn < 2; turn++) expect(await readBalances()).toEqual([200, '1 ETH', '3 DAI'])
    expect(acts.warnings).toEqual([])
  })
})
