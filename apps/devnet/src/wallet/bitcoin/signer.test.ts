import { hex } from '@scure/base'
import { Verifier } from 'bip322-js'
import { networks, Psbt } from 'bitcoinjs-lib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningBitcoin, startBitcoin } from '../../bitcoin/bitcoin.js'
import type { ChainSigner } from '../signer.js'
import { createWalletKeys } from '../signers.js'
import { createBitcoinKey } from './key.js'
import { createBitcoinSigner } from './signer.js'

const chain = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'

const network = { caipNetworkId: chain, esploraUrl: 'http://127.0.0.1:1' }

const ask = <Answer>(signer: ChainSigner, method: string, params: object): Promise<Answer> => {
  const [address] = signer.addresses
  return signer.answer({ chain, method, address, params: { account: address, ...params } }) as Promise<Answer>
}

const toBase64 = (signature: string): string => Buffer.from(hex.decode(signature)).toString('base64')

describe('createBitcoinSigner', () => {
  const keys = createWalletKeys().bip122
  const signer = createBitcoinSigner({ keys, network })
  const { payment, ordinal } = createBitcoinKey(keys[0])

  it('returns a payment and an ordinal address of the same key', async () => {
    expect(signer.addresses).toEqual(keys.map((key) => createBitcoinKey(key).payment.address))
    expect([payment.address, ordinal.address]).toEqual([
      expect.stringMatching(/^bcrt1q\w{38}$/),
      expect.stringMatching(/^bcrt1p\w{58}$/),
    ])
    const all = await ask<{ address: string; intention: string }[]>(signer, 'getAccountAddresses', {})
    expect(all.map(({ address, intention }) => [address, intention])).toEqual([
      [payment.address, 'payment'],
      [ordinal.address, 'ordinal'],
    ])
    expect(await ask(signer, 'getAccountAddresses', { intentions: ['ordinal'] })).toMatchObject([
      { address: ordinal.address },
    ])
  })

  it.each(['', 'hello', 'ünïcode 🗝️', 'x'.repeat(300), 'y'.repeat(70_000)])(
    'signs a message that an independent library verifies: %#',
    async (message) => {
      type Signed = { readonly address: string; readonly signature: string }
      for (const [address, protocol] of [
        [payment.address, 'ecdsa'],
        [payment.address, 'bip322'],
        [ordinal.address, 'bip322'],
      ] as const) {
        const signed = await ask<Signed>(signer, 'signMessage', { message, address, protocol })
        expect(signed.address).toBe(address)
        expect(Verifier.verifySignature(address, message, toBase64(signed.signature))).toBe(true)
        expect(Verifier.verifySignature(address, `${message}.`, toBase64(signed.signature))).toBe(false)
      }
    },
  )

  it('rejects foreign accounts, invalid amounts and unknown methods with their error codes', async () => {
    const refused = async (method: string, params: object, code: number): Promise<void> =>
      expect(await ask(signer, method, params).catch((error: unknown) => error)).toMatchObject({ code })
    const other = createBitcoinKey(createWalletKeys().bip122[0]).payment.address
    await refused('signMessage', { account: other, message: 'x' }, 4_100)
    await refused('signMessage', { address: other, message: 'x' }, -32_602)
    await refused('sendTransfer', { recipientAddress: 'bc1q', amount: '1' }, -32_602)
    for (const amount of ['0', '-1', '1.5', '1e9', '', 'all', '9'.repeat(30)])
      await refused('sendTransfer', { recipientAddress: other, amount }, -32_602)
    await refused('eth_sendTransaction', {}, 5_101)
    await refused('constructor', {}, 5_101)
  })

  it('refuses to sign inputs that are not its own', async () => {
    const psbt = new Psbt({ network: networks.regtest })
    const foreign = createBitcoinKey(createWalletKeys().bip122[0])
    psbt.addInput({ hash: '11'.repeat(32), index: 0, witnessUtxo: { script: foreign.payment.script, value: 5_000n } })
    psbt.addOutput({ script: payment.script, value: 4_000n })
    const given = { psbt: psbt.toBase64() }
    for (const signInputs of [
      undefined,
      [{ address: payment.address, index: 0 }],
      [{ address: payment.address, index: 7 }],
    ])
      await expect(ask(signer, 'signPsbt', { ...given, signInputs })).rejects.toMatchObject({ code: -32_602 })
    const named = [{ address: foreign.payment.address, index: 0 }]
    await expect(ask(signer, 'signPsbt', { ...given, signInputs: named })).rejects.toMatchObject({ code: -32_602 })
  })
})

describe.runIf(process.env['BITCOIND_PATH'])('createBitcoinSigner on a chain', () => {
  let bitcoin: RunningBitcoin
  beforeAll(async () => {
    bitcoin = await startBitcoin()
  })
  afterAll(() => bitcoin.stop())

  it('sends a payment, and signs a PSBT with inputs of both addresses that the node accepts', async () => {
    const { esploraUrl } = bitcoin
    const keys = createWalletKeys().bip122
    const signer = createBitcoinSigner({ keys, network: { ...network, esploraUrl } })
    const { payment, ordinal } = createBitcoinKey(keys[0])
    const to = { recipientAddress: ordinal.address, amount: '40000' }
    await expect(ask(signer, 'sendTransfer', to)).rejects.toMatchObject({ message: 'Insufficient funds.' })
    await bitcoin.fund(payment.address, 100_000)
    await bitcoin.fund(payment.address, 50_000)
    const { txid } = await ask<{ txid: string }>(signer, 'sendTransfer', { ...to, amount: '120000' })
    await bitcoin.mine()
    const status = await fetch(`${esploraUrl}/tx/${txid}/status`)
    expect(await status.json()).toMatchObject({ confirmed: true })

    await bitcoin.fund(payment.address, 70_000)
    const psbt = new Psbt({ network: networks.regtest })
    for (const { address, script } of [payment, ordinal]) {
      const coins = (await (await fetch(`${esploraUrl}/address/${address}/utxo`)).json()) as readonly {
        readonly txid: string
        readonly vout: number
        readonly value: number
      }[]
      const coin = coins.toSorted((one, two) => two.value - one.value)[0]
      if (!coin) throw new Error('No coin.')
      psbt.addInput({ hash: coin.txid, index: coin.vout, witnessUtxo: { script, value: BigInt(coin.value) } })
    }
    psbt.addOutput({ script: payment.script, value: 150_000n })
    const signInputs = [
      { address: payment.address, index: 0 },
      { address: ordinal.address, index: 1 },
    ]
    const sent = await ask<{ txid: string }>(signer, 'signPsbt', { psbt: psbt.toBase64(), signInputs, broadcast: true })
    expect(sent.txid).toMatch(/^[0-9a-f]{64}$/)
  })
})
