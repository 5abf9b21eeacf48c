import {
  compileContracts,
  deployContract,
  devAccount,
  poolEther,
  poolPrice,
  worldNfts,
  worldTokens,
} from '@latchkey/devnet'
import type { Database } from '@latchkey/server-kit/database'
import { type Address, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../database/database.js'
import type { RunningGateway } from '../startGateway.js'
import { callNode, sendCall } from '../test/localCalls.js'
import { type Acts, ask, startActs, withoutToken } from '../test/world.js'

const chainId = 'eip155:31337'
/** Holds 3 and 4 of the configured collection, and DAI. */
const { address: account } = devAccount(1)
const other = devAccount(2).address
const abi = parseAbi(['function set(string name, address holder)'])
const contracts = compileContracts({ file: new URL('../test/Acts.sol', import.meta.url).pathname })
let acts: Acts
let gateway: RunningGateway
let database: Database
let url: string
let code: unknown

beforeAll(async () => {
  acts = await startActs()
  ;[{ rpcUrl: url }] = acts.devnet.chains
  gateway = await acts.startGateway({ chains: withoutToken(acts.chains, 'DAI') })
  database = openDatabase({ url: acts.databaseUrl, warn: () => undefined })
  const contract = contracts['ManyNfts']
  if (!contract) throw new Error('There is no contract.')
  code = await callNode(url, 'eth_getCode', await deployContract({ rpcUrl: url, ...contract }), 'latest')
  const { address, name, symbol, decimals } = worldTokens.DAI
  await database.query(
    'INSERT INTO chain_tokens (chain, address, name, symbol, decimals) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING',
    [chainId, address.toLowerCase(), name, symbol, decimals],
  )
})
afterEach(() => database.query('DELETE FROM chain_holdings'))
afterAll(async () => {
  await database?.close()
  await acts?.stop()
})

/** A collection at an address of the test's choice. */
const addCollection = async (address: string, name: string, holder: Address): Promise<void> => {
  await callNode(url, 'anvil_setCode', address, code)
  const data = encodeFunctionData({ abi, functionName: 'set', args: [name, holder] })
  await sendCall(url, { from: other, to: address, data })
}
/** Writes the rows of the indexer for transfers of IDs 0, 1, … to the account. -1 stands for fungible tokens. */
const receive = (token: string, count: number, first = 0): Promise<unknown> =>
  database.query(
    `INSERT INTO chain_holdings (account, chain, token, token_id) SELECT $1, $2, $3, id
     FROM generate_series($4::int, $5::int) AS id ON CONFLICT DO NOTHING`,
    [account.toLowerCase(), chainId, token.toLowerCase(), first, first + count - 1],
  )
const read = async (): Promise<{ readonly symbols: readonly string[]; readonly nfts: readonly string[] }> => {
  const { body } = await ask(gateway, `/v1/account/${account}/balance?chainId=${chainId}&forceUpdate=1`)
  const { balances, nfts } = body as { balances: readonly { symbol: string }[]; nfts: readonly { name: string }[] }
  return { symbols: balances.map(({ symbol }) => symbol), nfts: nfts.map(({ name }) => name) }
}
const toAddress = (index: number): Hex => `0x${index.toString(16).padStart(40, '0')}`
const own = ['Keyholes #3', 'Keyholes #4']

describe('an account that was sent many NFTs', () => {
  test('has all its tokens and NFTs of each collection, even if one contract sent thousands', async () => {
    await addCollection(toAddress(0x1000), 'Flood', account)
    await addCollection(`0xff${'0'.repeat(38)}`, 'Rare', account)
    await receive(toAddress(0x1000), 2_500)
    await receive(worldTokens.DAI.address, 1, -1)
    await receive(`0xff${'0'.repeat(38)}`, 2)
    const { symbols, nfts } = await read()
    expect(symbols).toContain('DAI')
    expect(nfts.slice(0, 2)).toEqual(own)
    expect(nfts.filter((name) => name.startsWith('Rare'))).toEqual(['Rare #0', 'Rare #1'])
    expect(nfts.filter((name) => name.startsWith('Flood'))).toHaveLength(50)
  })

  test('has the NFTs that it still holds, however many it gave away', async () => {
    await addCollection(toAddress(0x2000), 'Sold', other)
    await addCollection(toAddress(0x2001), 'Gone', other)
    await addCollection(`0xff${'0'.repeat(38)}`, 'Rare', account)
    for (const token of [toAddress(0x2000), toAddress(0x2001)]) await receive(token, 300)
    await receive(`0xff${'0'.repeat(38)}`, 1)
    expect((await read()).nfts).toEqual([...own, 'Rare #0'])
  })

  test('has NFTs of configured collections first, and equally many of each other collection up to the limit', async () => {
    for (let index = 0; index < 6; index++) {
      await addCollection(toAddress(0x3000 + index), `Many${index}`, account)
      await receive(toAddress(0x3000 + index), 60)
    }
    // indexed NFTs of the configured collection come first, too
    await receive(worldNfts.address, 2, 3)
    const { nfts } = await read()
    expect([nfts.slice(0, 2), nfts.length]).toEqual([own, 200])
    for (let index = 0; index < 6; index++)
      expect(nfts.filter((name) => name.startsWith(`Many${index}`))).toHaveLength(33)
  })

  test('has NFTs that spam would otherwise displace', async () => {
    for (let index = 0; index < 6; index++) {
      await addCollection(toAddress(0x4000 + index), `Claim at gift.example ${index}`, account)
      await receive(toAddress(0x4000 + index), 100)
    }
    await addCollection(`0xff${'0'.repeat(38)}`, 'Rare', account)
    await receive(`0xff${'0'.repeat(38)}`, 2)
    expect((await read()).nfts).toEqual([...own, 'Rare #0', 'Rare #1'])
  })
})

test('an account that was sent many tokens has those that spam would otherwise displace', async () => {
  const spam = Array.from({ length: 1_500 }, (_, index) => toAddress(0x5000 + index))
  await database.query(
    `INSERT INTO chain_tokens (chain, address, name, symbol, decimals)
     SELECT $1, token, 'Claim at gift.example', 'GIFT', 18 FROM unnest($2::text[]) AS token`,
    [chainId, spam],
  )
  await database.query(
    'INSERT INTO chain_holdings (account, chain, token, token_id) SELECT $1, $2, token, -1 FROM unnest($3::text[]) AS token',
    [account.toLowerCase(), chainId, spam],
  )
  await receive(worldTokens.DAI.address, 1, -1)
  expect((await read()).symbols).toContain('DAI')
})

test('the value of an unlisted token is at most what its pool holds, and that of a listed one is not limited', async () => {
  const mint = parseAbi(['function mint(address to, uint256 amount)'])
  const { DAI, USDC } = worldTokens
  for (const { address: to, decimals } of [DAI, USDC]) {
    const data = encodeFunctionData({ abi: mint, args: [account, 10n ** BigInt(decimals + 9)] })
    await sendCall(url, { from: other, to, data })
  }
  await receive(DAI.address, 1, -1)
  const { body } = await ask(gateway, `/v1/account/${account}/balance?chainId=${chainId}&forceUpdate=1`)
  const { balances } = body as { balances: readonly { symbol: string; value: number }[] }
  const findValue = (symbol: string): number | undefined => balances.find((one) => one.symbol === symbol)?.value
  expect(findValue('DAI')).toBeCloseTo(Number(poolEther * poolPrice), 3)
  expect(findValue('USDC')).toBeGreaterThan(1e9)
})
