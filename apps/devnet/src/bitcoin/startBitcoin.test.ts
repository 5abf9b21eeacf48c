import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningBitcoin, startBitcoin } from './startBitcoin.js'

describe.runIf(process.env['BITCOIND_PATH'])('startBitcoin', () => {
  let bitcoin: RunningBitcoin
  beforeAll(async () => {
    bitcoin = await startBitcoin()
  })
  afterAll(() => bitcoin.stop())
  const get = async (path: string): Promise<unknown> => (await fetch(`${bitcoin.esploraUrl}${path}`)).json()

  it('funds its accounts in several outputs', async () => {
    expect(await get(`/address/${bitcoin.accounts[0]?.payment}`)).toMatchObject({
      chain_stats: { funded_txo_sum: 1_000_000_000, funded_txo_count: 3, spent_txo_sum: 0 },
    })
  })
})
