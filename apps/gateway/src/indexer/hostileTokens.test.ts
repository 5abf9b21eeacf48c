import { toShortAddress } from '@latchkey/core'
import { compileContracts, deployContract, devAccount, worldTokens } from '@latchkey/devnet'
import type { Database } from '@latchkey/server-kit/database'
import { type Address, encodeFunctionData, getAddress, maxUint256, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '../database/database.js'
import type { RunningGateway } from '../startGateway.js'
import { callNode, sendCall, toTokenTransfer } from '../test/localCalls.js'
import { type Acts, ask, startActs, withoutToken } from '../test/world.js'

const victim = '0x00000000000000000000000000000000000000e1'
const chainId = 'eip155:31337'
const compiled = compileContracts({ file: new URL('../test/Acts.sol', import.meta.url).pathname })
const { address: sender } = devAccount(0)
let acts: Acts
let gateway: RunningGateway
let url: string
let database: Database

beforeAll(async () => {
  acts = await startActs()
  ;[{ rpcUrl: url }] = acts.devnet.chains
  gateway = await acts.startGateway({ chains: withoutToken(acts.chains, 'DAI') })
  database = openDatabase({ url: acts.databaseUrl, warn: () => undefined })
})
afterAll(async () => {
  await database?.close()
  await acts?.stop()
})

const deploy = (name: string, ...args: readonly unknown[]): Promise<Address> => {
  const contract = compiled[name]
  if (!contract) throw new Error(`There is no ${name}.`)
  return deployContract({ rpcUrl: url, args, ...contract })
}
const tokenAbi = parseAbi(['function give(address to)', 'function setDecimals(uint256 count)'])
const giveData = encodeFunctionData({ abi: tokenAbi, functionName: 'give', args: [victim] })
const give = async (to: Address): Promise<void> =>
  untilIndexed(await sendCall(url, { from: sender, to, data: giveData }))
const setDecimals = (to: Address, count: bigint): Promise<string> => {
  const data = encodeFunctionData({ abi: tokenAbi, functionName: 'setDecimals', args: [count] })
  return sendCall(url, { from: sender, to, data })
}

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

test('an unlisted token that looks like a listed one has its address after its symbol', async () => {
  const token = await deploy('OddToken')
  await setDecimals(token, 6n)
  await give(token)
  const address = toShortAddress(getAddress(token))
  for (const [name, symbol] of [
    ['USD Coin', 'USD'],
    ['Fake', 'usdc'],
    ['Fake', 'U5DC'],
    // a Cyrillic letter
    ['Fake', 'USD\u0421'],
    ['USD \u0421oin', 'USD'],
  ]) {
    const statement = 'UPDATE chain_tokens SET name = $1, symbol = $2 WHERE address = $3'
    await database.query(statement, [name, symbol, token.toLowerCase()])
    expect(await readBalances()).toContain(`0.000001 ${symbol} ${address}`)
    const [newest] = await readHistory(victim)
    expect(newest?.transfers).toMatchObject([{ fungible_info: { name, symbol: `${symbol} ${address}` } }])
  }
})

describe('a token whose decimals are unknown', () => {
  const readStored = async (token: Address): Promise<unknown> => {
    const statement = 'SELECT name, symbol, decimals FROM chain_tokens WHERE chain = $1 AND address = $2'
    return (await database.query(statement, [chainId, token.toLowerCase()]))[0]
  }
  /** Amounts of the token in the history of its recipient, one list per transaction. */
  const readAmounts = async (token: Address): Promise<readonly (readonly string[])[]> => {
    const rows = await readHistory(victim)
    const statement = `SELECT done.hash FROM chain_transfers AS moved
      JOIN chain_transactions AS done USING (chain, height, position) WHERE moved.token = $1`
    const found = await database.query<{ hash: string }>(statement, [token.toLowerCase()])
    const hashes = new Set(found.map(({ hash }) => hash))
    const own = rows.filter(({ metadata }) => hashes.has(metadata.hash))
    return own.map(({ transfers }) => transfers.map(({ quantity }) => quantity.numeric))
  }

  test('has no amounts in the history until its decimals are read again after an hour', async () => {
    const token = await deploy('OddToken')
    await give(token)
    expect(await readStored(token)).toEqual({ name: 'Odd', symbol: 'ODD', decimals: null })
    expect(await readAmounts(token)).toEqual([[]])
    expect(await readBalances()).not.toContain('1 ODD')
    await setDecimals(token, 6n)
    await give(token)
    expect(await readAmounts(token)).toEqual([[], []])
    acts.clock.now += 3_600_000
    await give(token)
    expect(await readAmounts(token)).toEqual([['0.000001'], ['0.000001'], ['0.000001']])
    expect(await readBalances()).toContain('0.000001 ODD')
  })

  test.each([78n, 1_000_000_000n, 3_000_000_000n, maxUint256])(
    'includes a token that reports %d decimals',
    async (count) => {
      const token = await deploy('OddToken')
      await setDecimals(token, count)
      await give(token)
      expect(await readAmounts(token)).toEqual([[]])
      expect(await readStored(token)).toMatchObject({ decimals: null })
    },
  )

  test.each([
    ['', '', 0],
    ['Odd', '', 0],
    ['Odd', 'ODD', 0],
  ])('is read again if an earlier release stored it after a failed call: %j, %j, %d', async (...stored) => {
    const token = await deploy('OddToken')
    await setDecimals(token, 6n)
    const statement = 'INSERT INTO chain_tokens (chain, address, name, symbol, decimals) VALUES ($1, $2, $3, $4, $5)'
    await database.query(statement, [chainId, token.toLowerCase(), ...stored])
    await give(token)
    expect(await readAmounts(token)).toEqual([['0.000001']])
    expect(await readStored(token)).toEqual({ name: 'Odd', symbol: 'ODD', decimals: 6 })
  })

  test('includes a token that an earlier release stored without name, symbol and decimals', async () => {
    const token = await deploy('OddToken')
    await give(token)
    const statement = "UPDATE chain_tokens SET name = '', symbol = '', decimals = 0 WHERE address = $1"
    await database.query(statement, [token.toLowerCase()])
    expect(await readAmounts(token)).toEqual([[]])
  })
})
