import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { devAccount, worldMarket, worldTokens } from '@latchkey/devnet'
import { type BundledProgram, bundleProgram, spawnProgram } from '@latchkey/devnet/programs'
import type { Database } from '@latchkey/server-kit/database'
import { Client } from 'pg'
import { encodeFunctionData, erc20Abi, maxUint256, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '../database/database.js'
import { startGateway } from '../startGateway.js'
import { callNode, sendCall } from '../test/localCalls.js'
import { startWorld, type World } from '../test/world.js'
import { requestReindex } from './indexer.js'
import { writeBlocks } from './store.js'

const routerAbi = parseAbi([
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
])

let world: World
let database: Database
let bundle: BundledProgram
let folder: string
let url: string

beforeAll(async () => {
  ;[world, bundle, folder] = await Promise.all([
    startWorld(),
    bundleProgram('gateway'),
    mkdtemp(join(tmpdir(), 'latchkey-indexer-')),
  ])
  url = world.devnet.chains[0].rpcUrl
  database = openDatabase({ url: world.databaseUrl, warn: () => undefined })
  await writeFile(join(folder, 'chains.json'), JSON.stringify(world.chains))
})
afterAll(async () => {
  await database?.close()
  await world?.stop()
  for (const path of [folder, bundle?.folder]) if (path) await rm(path, { recursive: true, force: true })
})

const call = (method: string, ...params: readonly unknown[]): Promise<unknown> => callNode(url, method, ...params)
const nobody = '0x00000000000000000000000000000000000000dd'
/** Swaps dollars for ether to an unused account, which receives it from a contract. */
const swap = async (dollars: bigint): Promise<void> => {
  const { USDC } = worldTokens
  const { router, wrappedNative } = worldMarket
  const { address: from } = devAccount(4)
  const approval = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [router, dollars] })
  await sendCall(url, { from, to: USDC.address, data: approval })
  const args = [dollars, 1n, [USDC.address, wrappedNative.address], nobody, maxUint256] as const
  const data = encodeFunctionData({ abi: routerAbi, functionName: 'swapExactTokensForETH', args })
  await sendCall(url, { from, to: router, data })
}
/** Sends these amounts of wei to an unused account, each in its own block. */
const mine = async (amounts: readonly number[]): Promise<void> => {
  for (const amount of amounts) {
    const value = `0x${amount.toString(16)}`
    await call('eth_sendTransaction', { from: devAccount(4).address, to: nobody, value, gas: '0x5208' })
    await call('evm_mine')
  }
}

/** Compares blocks, transactions and the wei of that account on the chain with the index. */
const compare = async (): Promise<void> => {
  const head = Number(await call('eth_blockNumber'))
  const chain: unknown[] = []
  for (let height = 0; height <= head; height++) {
    const block = (await call('eth_getBlockByNumber', `0x${height.toString(16)}`, false)) as {
      readonly hash: string
      readonly transactions: readonly string[]
    }
    chain.push([height, block.hash, ...block.transactions])
  }
  await vi.waitFor(async () => {
    const rows = await database.query<{ height: string; hash: string; transactions: readonly string[] }>(
      `SELECT height, hash, array(SELECT done.hash FROM chain_transactions AS done
         WHERE done.chain = block.chain AND done.height = block.height ORDER BY position) AS transactions
       FROM chain_blocks AS block WHERE chain = 'eip155:31337' ORDER BY height`,
      [],
    )
    expect(rows.map(({ height, hash, transactions }) => [Number(height), hash, ...transactions])).toEqual(chain)
  }, 20_000)
  const balance = await call('eth_getBalance', nobody, 'latest')
  const [sum] = await database.query<{ wei: string }>(
    `SELECT coalesce(sum(amount), 0)::text AS wei FROM chain_transfers WHERE recipient = $1`,
    [nobody],
  )
  expect(sum?.wei).toBe(BigInt(String(balance)).toString())
  const [open] = await database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM chain_activity LEFT JOIN chain_transactions USING (chain, height, position)
     WHERE chain_transactions.hash IS NULL`,
    [],
  )
  expect(open?.count).toBe(0)
}

/** Makes each deletion of blocks take some seconds, until the function is dropped. */
const delayDeletions = (seconds: number): Promise<unknown> =>
  database.query(
    `CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(${seconds}); RETURN NULL; END';
     CREATE TRIGGER wait BEFORE DELETE ON chain_blocks FOR EACH STATEMENT EXECUTE FUNCTION wait()`,
  )

describe('the indexer', () => {
  test('rolls back reorged blocks with their internal transfers, and indexes the blocks that replace them', async () => {
    const gateway = await startGateway({
      port: 0,
      databaseUrl: world.databaseUrl,
      chains: world.chains,
      warn: () => undefined,
    })
    try {
      await mine([1, 2, 3])
      const snapshot = await call('evm_snapshot')
      await mine([10, 20, 30])
      await swap(20_000_000n)
      await compare()
      await call('evm_revert', snapshot)
      await swap(5_000_000n)
      await mine([100, 200, 300, 400, 500, 600])
      await compare()
      const again = await call('evm_snapshot')
      await mine([7, 7, 7, 7, 7])
      await compare()
      await call('evm_revert', again)
      await mine([8, 8, 8, 8, 8, 8])
      await compare()
    } finally {
      await gateway.stop()
    }
  })

  test('leaves no gap and writes nothing twice if several gateways index and are killed at any time', async () => {
    const env = { DATABASE_URL: world.databaseUrl, CHAINS_FILE: join(folder, 'chains.json') }
    const steady = await spawnProgram(bundle.file, env)
    let isOver = false
    let mined = 0
    const mining = (async () => {
      for (; !isOver; mined++) await mine([mined + 1])
    })()
    const untilMined = async (count: number): Promise<void> => {
      const goal = mined + count
      await vi.waitFor(() => expect(mined).toBeGreaterThanOrEqual(goal), { timeout: 20_000, interval: 1 })
    }
    try {
      for (const count of [1, 12, 5, 30]) {
        const [one, other] = await Promise.all([spawnProgram(bundle.file, env), spawnProgram(bundle.file, env)])
        await untilMined(count)
        await Promise.all([one.kill('SIGKILL'), other.kill('SIGKILL')])
      }
      // the steady gateway may be the one that indexes now: kill it, too
      await steady.kill('SIGKILL')
      const last = await spawnProgram(bundle.file, env)
      isOver = true
      await mining
      await compare()
      await last.kill('SIGTERM')
      expect(last.child.exitCode).toBe(0)
    } finally {
      isOver = true
      await steady.kill('SIGKILL')
    }
  })

  test('serves the same history from two processes, which share their quota', async () => {
    const quota = 20
    const env = { DATABASE_URL: world.databaseUrl, CHAINS_FILE: join(folder, 'chains.json'), LOG_REQUESTS: '0' }
    const both = await Promise.all(
      [0, 1].map(() => spawnProgram(bundle.file, { ...env, QUOTA_PER_CLIENT: String(quota) })),
    )
    const path = `/v1/account/${devAccount(4).address}/history?chainId=eip155:31337`
    const getMinute = (): number => Math.floor(Date.now() / 60_000)
    try {
      for (let isWithin = false; !isWithin; ) {
        const minute = getMinute()
        const replies = await Promise.all(
          Array.from({ length: 3 * quota }, async (_, index) => {
            const reply = await fetch(`${both[index % 2]?.url}${path}`)
            return { status: reply.status, text: await reply.text() }
          }),
        )
        const given = replies.filter(({ status }) => status === 200)
        expect(new Set(given.map(({ text }) => text)).size).toBe(1)
        expect(JSON.parse(given[0]?.text ?? '')).toMatchObject({ data: { length: 25 }, next: expect.any(String) })
        // the quota starts again in the next minute
        isWithin = getMinute() === minute
        if (isWithin) expect(given).toHaveLength(quota)
      }
    } finally {
      await Promise.all(both.map((one) => one.kill('SIGTERM')))
    }
  })

  test('reindexes a restarted chain from its first block once the operator requests it', async () => {
    await database.query('UPDATE chain_blocks SET hash = height::text', [])
    await database.query("UPDATE chain_states SET genesis = 'another'", [])
    const warnings: unknown[] = []
    const options = { databaseUrl: world.databaseUrl, chains: world.chains }
    const gateway = await startGateway({ port: 0, ...options, warn: (cause) => warnings.push(cause) })
    await vi.waitFor(() => expect(warnings).toMatchObject([{ code: 'RPC_CHAIN_MISMATCH' }]), 10_000)
    expect(await requestReindex(options, ['eip155:31337'])).toEqual({ chain: 'eip155:31337', reindexFrom: 0 })
    await compare()
    await gateway.stop()
  })

  test('continues without a gap if the operator requests to reindex from a height that is not indexed yet', async () => {
    const options = { databaseUrl: world.databaseUrl, chains: world.chains }
    const gateway = await startGateway({ port: 0, ...options, warn: () => undefined })
    await compare()
    for (const ahead of [3, 1_000_000]) {
      const height = Number(await call('eth_blockNumber')) + ahead
      await requestReindex(options, ['eip155:31337', String(height)])
      await mine([1, 2, 3, 4, 5])
      await compare()
    }
    await gateway.stop()
  })

  test('replaces the blocks of a chain even if their deletion takes longer than other statements may', async () => {
    const chain = 'eip155:7'
    await database.query("INSERT INTO chain_blocks VALUES ($1, 1, 'old'), ($1, 2, 'old')", [chain])
    await delayDeletions(1)
    const timeouts = { query_timeout: 500, statement_timeout: 500 }
    const client = new Client({ connectionString: world.databaseUrl, ...timeouts })
    await client.connect()
    try {
      await writeBlocks(client, { chain, blocks: [], names: [], genesis: null, replaceFrom: 2, reindexed: null })
    } finally {
      await client.end()
      await database.query('DROP FUNCTION wait CASCADE')
    }
    expect(await database.query('SELECT height FROM chain_blocks WHERE chain = $1', [chain])).toEqual([{ height: '1' }])
  })

  test('stops while it deletes many blocks, and continues after the next start', async () => {
    const options = { databaseUrl: world.databaseUrl, chains: world.chains }
    await delayDeletions(60)
    await requestReindex(options, ['eip155:31337'])
    const gateway = await startGateway({ port: 0, ...options, warn: () => undefined })
    const deleting = `SELECT pid FROM pg_stat_activity WHERE query LIKE 'DELETE FROM chain_blocks%'
      AND datname = current_database() AND state = 'active' AND pid <> pg_backend_pid()`
    await vi.waitFor(async () => expect(await database.query(deleting)).toHaveLength(1), 10_000)
    const begun = performance.now()
    await gateway.stop()
    expect(performance.now() - begun).toBeLessThan(10_000)
    // the server notices the end of the connection when the deletion is over
    await database.query(`SELECT pg_terminate_backend(pid) FROM (${deleting}) AS active`)
    await database.query('DROP FUNCTION wait CASCADE')
    const next = await startGateway({ port: 0, ...options, warn: () => undefined })
    await compare()
    await next.stop()
  })
})
