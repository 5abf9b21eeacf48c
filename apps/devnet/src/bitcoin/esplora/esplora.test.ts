import * as ecc from '@bitcoinerlab/secp256k1'
import { crypto, initEccLib, networks, Psbt, payments } from 'bitcoinjs-lib'
import { ECPairFactory } from 'ecpair'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { fundBitcoin } from '../../rpc/funding.js'
import { type RunningBitcoin, startBitcoin } from '../bitcoin.js'
import { bitcoinDevKey } from '../devKeys.js'
import type { TxJson } from './txJson.js'

initEccLib(ecc)
const network = networks.regtest
const key = ECPairFactory(ecc).fromPrivateKey(bitcoinDevKey(0), { network })
const internalPubkey = key.publicKey.subarray(1)
const payment = payments.p2wpkh({ pubkey: key.publicKey, network })
const ordinal = payments.p2tr({ internalPubkey, network })
const unfunded = (): string => {
  const { publicKey } = ECPairFactory(ecc).makeRandom({ network })
  return payments.p2wpkh({ pubkey: publicKey, network }).address ?? ''
}

type Utxo = { readonly txid: string; readonly vout: number; readonly value: number; readonly status: object }

describe.runIf(process.env['BITCOIND_PATH'])('the Esplora API', () => {
  let bitcoin: RunningBitcoin
  beforeAll(async () => {
    bitcoin = await startBitcoin({ isMining: false, mineAfterMs: 50 })
  })
  afterEach(async () => {
    bitcoin.setMining(false)
    await bitcoin.mine()
    bitcoin.forgetRequests()
  })
  afterAll(() => bitcoin.stop())

  const get = (path: string): Promise<Response> => fetch(`${bitcoin.esploraUrl}${path}`)
  const read = async <T>(path: string): Promise<T> => (await get(path)).json() as Promise<T>
  const text = async (path: string): Promise<string> => (await get(path)).text()
  const post = (path: string, body = ''): Promise<Response> =>
    fetch(`${bitcoin.esploraUrl}${path}`, { method: 'POST', body, headers: { 'content-type': 'text/plain' } })

  /** A signed payment that spends one P2WPKH and one P2TR output, as wallets create it. */
  const spend = async (to: string, sats: number, fee = 1_000): Promise<{ hex: string; txid: string }> => {
    const psbt = new Psbt({ network })
    psbt.addOutput({ address: to, value: BigInt(sats) })
    for (const source of [payment, ordinal]) {
      const [coin] = await read<Utxo[]>(`/address/${source.address}/utxo`)
      if (!coin || !source.output) throw new Error('No coins left')
      psbt.addInput({
        hash: coin.txid,
        index: coin.vout,
        witnessUtxo: { script: source.output, value: BigInt(coin.value) },
        ...(source === ordinal && { tapInternalKey: internalPubkey }),
      })
      const change = source === payment ? coin.value - sats - fee : coin.value
      psbt.addOutput({ address: source.address ?? '', value: BigInt(change) })
    }
    psbt.signInput(0, key)
    psbt.signInput(1, key.tweak(crypto.taggedHash('TapTweak', internalPubkey)))
    psbt.finalizeAllInputs()
    const transaction = psbt.extractTransaction(true)
    return { hex: transaction.toHex(), txid: transaction.getId() }
  }
  const send = async (hex: string): Promise<string> => (await post('/tx', hex)).text()

  it('knows the addresses that other libraries derive from the keys', () => {
    expect(bitcoin.accounts[0]).toEqual({ payment: payment.address, ordinal: ordinal.address })
  })

  it('accepts a payment from both output types, first unconfirmed in the mempool, then confirmed in a block', async () => {
    const to = unfunded()
    const before = await read<{ chain_stats: { funded_txo_sum: number } }>(`/address/${payment.address}`)
    const { hex, txid } = await spend(to, 123_456)
    expect(await send(hex)).toBe(txid)
    expect(await read(`/tx/${txid}/status`)).toEqual({ confirmed: false })
    expect(await read(`/address/${to}/utxo`)).toEqual([{ txid, vout: 0, value: 123_456, status: { confirmed: false } }])
    expect(await read(`/address/${to}`)).toMatchObject({
      chain_stats: { funded_txo_sum: 0, tx_count: 0 },
      mempool_stats: { funded_txo_count: 1, funded_txo_sum: 123_456, spent_txo_sum: 0, tx_count: 1 },
    })
    expect(await read(`/address/${payment.address}`)).toMatchObject({
      chain_stats: before.chain_stats,
      mempool_stats: { spent_txo_count: 1, tx_count: 1 },
    })
    expect(await read(`/tx/${txid}`)).toMatchObject({
      txid,
      fee: 1_000,
      status: { confirmed: false },
      vin: [
        { is_coinbase: false, prevout: { scriptpubkey_type: 'v0_p2wpkh', scriptpubkey_address: payment.address } },
        { is_coinbase: false, prevout: { scriptpubkey_type: 'v1_p2tr', scriptpubkey_address: ordinal.address } },
      ],
      vout: [
        { scriptpubkey_address: to, value: 123_456 },
        { scriptpubkey_address: payment.address },
        { scriptpubkey_address: ordinal.address },
      ],
    })
    await bitcoin.mine()
    const height = Number(await text('/blocks/tip/height'))
    const status = {
      confirmed: true,
      block_height: height,
      block_hash: await text('/blocks/tip/hash'),
      block_time: expect.any(Number),
    }
    expect(await read(`/tx/${txid}/status`)).toEqual(status)
    expect(await read(`/address/${to}/utxo`)).toEqual([{ txid, vout: 0, value: 123_456, status }])
    expect(await text(`/tx/${txid}/hex`)).toBe(hex)
    expect(await read(`/block/${status.block_hash}/txids`)).toEqual([expect.any(String), txid])
  })

  it('mines a block shortly after a transaction while mining is on', async () => {
    bitcoin.setMining(true)
    const { hex, txid } = await spend(unfunded(), 10_000)
    const height = Number(await text('/blocks/tip/height'))
    await send(hex)
    await vi.waitFor(async () => expect(await read(`/tx/${txid}/status`)).toMatchObject({ confirmed: true }))
    expect(Number(await text('/blocks/tip/height'))).toBe(height + 1)

    expect(await (await post('/dev/mining/off')).text()).toBe('off')
    const waiting = await spend(unfunded(), 10_000)
    await send(waiting.hex)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(await read(`/tx/${waiting.txid}/status`)).toEqual({ confirmed: false })
  })

  it('reports which transaction spends an output, and no longer lists that output as unspent', async () => {
    const first = await spend(unfunded(), 10_000)
    await send(first.hex)
    const second = await spend(unfunded(), 20_000)
    await send(second.hex)
    const { vin } = await read<{ vin: { txid: string; vout: number }[] }>(`/tx/${second.txid}`)
    for (const [index, input] of vin.entries()) {
      const spent = { spent: true, txid: second.txid, vin: index, status: { confirmed: false } }
      expect(await read(`/tx/${input.txid}/outspend/${input.vout}`)).toEqual(spent)
      expect((await read<unknown[]>(`/tx/${input.txid}/outspends`))[input.vout]).toEqual(spent)
    }
    expect(await read(`/tx/${second.txid}/outspends`)).toEqual(Array(3).fill({ spent: false }))
    const coins = await read<Utxo[]>(`/address/${payment.address}/utxo`)
    expect(coins.some(({ txid, vout }) => vin.some((input) => input.txid === txid && input.vout === vout))).toBe(false)
  })

  it('rejects invalid transactions with the error of the node', async () => {
    const refusal = async (body: string): Promise<unknown> => {
      const response = await post('/tx', body)
      return [response.status, await response.text()]
    }
    expect(await refusal('no hex')).toEqual([400, expect.stringContaining('"code":-22,"message":"TX decode failed')])
    const { hex } = await spend(unfunded(), 10_000)
    // the last byte of the witness of the second input: its signature
    const forged = `${hex.slice(0, -10)}${hex.at(-10) === '0' ? '1' : '0'}${hex.slice(-9)}`
    expect(await refusal(forged)).toEqual([
      400,
      expect.stringMatching(
        /^sendrawtransaction RPC error: \{"code":-26,"message":"\w+-script-verify-flag-failed \(Invalid Schnorr signature\)/,
      ),
    ])
    const { hex: cheap } = await spend(unfunded(), 10_000, 1)
    expect(await refusal(cheap)).toEqual([400, expect.stringContaining('min relay fee not met')])
    await send(hex)
    await bitcoin.mine()
    expect(await refusal(hex)).toEqual([400, expect.stringContaining('"code":-27')])
  })

  it('lists the transactions of an address in pages, unconfirmed first', async () => {
    const to = unfunded()
    for (let times = 0; times < 27; times++) await bitcoin.fund(to, 10_000 + times)
    const { hex, txid } = await spend(to, 50_000)
    await send(hex)
    const list = async (path: string): Promise<TxJson[]> => read(`/address/${to}/txs${path}`)
    const first = await list('')
    expect([first.length, first[0]?.txid, first[0]?.status.confirmed]).toEqual([26, txid, false])
    expect(await list('/mempool')).toEqual([first[0]])
    expect(await list('/chain')).toEqual(first.slice(1))
    const rest = await list(`/chain/${first.at(-1)?.txid}`)
    const amounts = [...first.slice(1), ...rest].map(
      ({ vout }) => vout.find((out) => out.scriptpubkey_address === to)?.value,
    )
    expect(amounts).toEqual(Array.from({ length: 27 }, (_, index) => 10_026 - index))
    expect(await read(`/address/${to}`)).toMatchObject({ chain_stats: { tx_count: 27, funded_txo_count: 27 } })
  })

  it('reports the mempool and fee estimates', async () => {
    expect(await read('/mempool')).toEqual({ count: 0, vsize: 0, total_fee: 0, fee_histogram: [] })
    const { hex, txid } = await spend(unfunded(), 10_000, 2_000)
    await send(hex)
    const { weight } = await read<{ weight: number }>(`/tx/${txid}`)
    const vsize = Math.ceil(weight / 4)
    expect(await read('/mempool')).toEqual({
      count: 1,
      vsize,
      total_fee: 2_000,
      fee_histogram: [[2_000 / vsize, vsize]],
    })
    expect(await read('/mempool/txids')).toEqual([txid])
    expect(await read('/mempool/recent')).toEqual([{ txid, fee: 2_000, vsize, value: expect.any(Number) }])
    const estimates = await read<Record<string, number>>('/fee-estimates')
    expect(Object.keys(estimates)).toEqual(expect.arrayContaining(['1', '6', '144', '1008']))
    expect(Object.values(estimates).every((rate) => rate >= 0.1 && rate < 1_000)).toBe(true)
  })

  it('follows the node through a reorg', async () => {
    const to = unfunded()
    await bitcoin.fund(to, 30_000)
    const lost = await text('/blocks/tip/hash')
    const height = await text('/blocks/tip/height')
    const [coin] = await read<Utxo[]>(`/address/${to}/utxo`)
    expect(coin?.status).toMatchObject({ confirmed: true, block_hash: lost })
    await bitcoin.callNode('invalidateblock', [lost])
    expect(await text('/blocks/tip/height')).toBe(String(Number(height) - 1))
    expect(await read(`/address/${to}/utxo`)).toMatchObject([{ value: 30_000, status: { confirmed: false } }])
    expect((await get(`/block/${lost}`)).status).toBe(404)
    // pays another miner: an identical block in the same second would be the invalidated one
    await bitcoin.callNode('generatetoaddress', [1, unfunded()])
    expect(await text('/blocks/tip/height')).toBe(height)
    expect(await text(`/block-height/${height}`)).not.toBe(lost)
    expect(await read(`/address/${to}/utxo`)).toMatchObject([{ value: 30_000, status: { confirmed: true } }])
  })

  it('serves blocks and coinbase transactions, including the genesis block', async () => {
    const genesis = await text('/block-height/0')
    expect(`bip122:${genesis.slice(0, 32)}`).toBe(bitcoin.caipNetworkId)
    expect(await read(`/block/${genesis}`)).toMatchObject({
      id: genesis,
      height: 0,
      tx_count: 1,
      previousblockhash: null,
    })
    const [coinbase] = await read<string[]>(`/block/${await text('/block-height/1')}/txids`)
    expect(await read(`/tx/${coinbase}`)).toMatchObject({ fee: 0, vin: [{ is_coinbase: true, prevout: null }] })
  })

  it('answers unknown and malformed requests with the status and text of Esplora', async () => {
    const answer = async (path: string): Promise<unknown> => {
      const response = await get(path)
      return [response.status, await response.text()]
    }
    expect(await answer(`/tx/${'0'.repeat(64)}`)).toEqual([404, 'Transaction not found'])
    expect(await answer('/tx/abc/status')).toEqual([400, 'Invalid hex string'])
    expect(await answer('/block-height/99999')).toEqual([404, 'Block not found'])
    expect(await answer('/block-height/x')).toEqual([400, 'Invalid block height'])
    expect(await answer('/address/bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).toEqual([
      400,
      'Invalid Bitcoin address',
    ])
    expect(await answer('/no/such/path')).toEqual([404, 'endpoint does not exist "/no/such/path"'])
  })

  it('allows requests from any origin, and records them', async () => {
    const headers = { origin: 'http://localhost:3000', 'access-control-request-method': 'POST' }
    const preflight = await fetch(`${bitcoin.esploraUrl}/tx`, { method: 'OPTIONS', headers })
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
    const tip = await get('/blocks/tip/height')
    expect([tip.headers.get('content-type'), tip.headers.get('access-control-allow-origin')]).toEqual([
      'text/plain',
      '*',
    ])
    await post('/tx', '00')
    expect(bitcoin.requests).toEqual([
      { method: 'GET', path: '/blocks/tip/height' },
      { method: 'POST', path: '/tx' },
    ])
  })

  it('funds addresses and mines blocks over HTTP for tests in other processes', async () => {
    const to = unfunded()
    const txid = await fundBitcoin(bitcoin.esploraUrl, to, 250_000_000)
    expect(await read(`/address/${to}/utxo`)).toMatchObject([{ txid, value: 250_000_000, status: { confirmed: true } }])
    const height = Number(await text('/blocks/tip/height'))
    await post('/dev/mine/3')
    expect(Number(await text('/blocks/tip/height'))).toBe(height + 3)
    await expect(fundBitcoin(bitcoin.esploraUrl, 'nowhere', 1_000)).rejects.toThrow('Invalid Bitcoin address')
    expect((await post('/dev/mine/0')).status).toBe(400)
  })

  it('answers concurrent requests with the same tip height', async () => {
    await bitcoin.mine(3)
    const heights = await Promise.all(Array.from({ length: 20 }, () => text('/blocks/tip/height')))
    expect(new Set(heights).size).toBe(1)
  })
})
