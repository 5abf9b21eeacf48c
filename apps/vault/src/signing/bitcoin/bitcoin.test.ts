import { createBitcoinVerifier } from '@latchkey/adapter-bitcoin/verify'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { base64, hex } from '@scure/base'
import { Verifier } from 'bip322-js'
import { address as addresses, Psbt, Transaction } from 'bitcoinjs-lib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BitcoinTransactionSummary } from '../../protocol/summary.js'
import { InvalidRequestError } from '../InvalidRequestError.js'
import { deriveAccounts } from '../keys.js'
import { describeRequest } from '../readRequest.js'
import type { SigningRequest } from '../signingRequest.js'
import { createFunding, createPsbt, ordinal, payment, regtest, stranger } from '../testing/psbts.js'
import { accounts, createRequest, getRefusal, signIt } from '../testing/requests.js'
import { listBitcoinAccounts } from './accounts.js'

const mainnet = 'bip122:000000000019d6689c085ae165831e93'
const none = Transaction.SIGHASH_NONE
const offer = Transaction.SIGHASH_SINGLE | Transaction.SIGHASH_ANYONECANPAY

const other = Uint8Array.of(
  0x51,
  0x20,
  ...hex.decode('79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'),
)

const toRequest = (psbt: Psbt | string, more: object = {}, rest: Partial<SigningRequest> = {}): SigningRequest =>
  createRequest(
    'bip122_signPsbt',
    { psbt: typeof psbt === 'string' ? psbt : psbt.toBase64(), ...more },
    { chain: regtest, ...rest },
  )

const read = (psbt: Psbt, more: object = {}): BitcoinTransactionSummary =>
  describeRequest(toRequest(psbt, more)).summary as BitcoinTransactionSummary

const refuse = (psbt: Psbt | string, more: object = {}): string | null => {
  const { code, message } = getRefusal(toRequest(psbt, more)) ?? {}
  return code === undefined ? null : `${code} ${message}`
}

/** Puts the signatures into the transaction, as custody has no library that finalizes. */
async function finalize(psbt: Psbt): Promise<Transaction> {
  const { psbt: signed } = (await signIt(toRequest(psbt))).result as { readonly psbt: string }
  const { data } = Psbt.fromBase64(signed)
  const transaction = Transaction.fromBuffer(data.getTransaction())
  for (const [index, { tapKeySig, partialSig }] of data.inputs.entries()) {
    const [partial] = partialSig ?? []
    transaction.setWitness(index, tapKeySig ? [tapKeySig] : partial ? [partial.signature, partial.pubkey] : [])
  }
  return transaction
}

describe('the accounts of a phrase', () => {
  it('match those of other wallets, on mainnet and on testnets [BIP-84] [BIP-86]', () => {
    const { bip122 } = deriveAccounts(new Uint8Array(16))
    expect(listBitcoinAccounts(bip122, mainnet)).toMatchObject([
      {
        purpose: 'payment',
        path: "m/84'/0'/0'/0/0",
        address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
        publicKey: '0330d54fd0dd420a6e5f8d3624f5f3482cae350f79d5f0753bf5beef9c2d91af3c',
      },
      {
        purpose: 'ordinal',
        path: "m/86'/0'/0'/0/0",
        address: 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
        script: hex.decode('5120a60869f0dbcf1dc659c9cecbaf8050135ea9e8cdc487053f1dc6880949dc684c'),
        publicKey: expect.stringMatching(/^0[23]cc8a4bc64d897bddc5fbc2f670f7a8ba0b386779106cf1223c6fc5d7cd6fc115$/),
      },
    ])
    const testnet = listBitcoinAccounts(bip122, 'bip122:000000000933ea01ad0ee984209779ba')
    expect(testnet.map(({ address }) => address)).toEqual([
      'tb1q6rz28mcfaxtmd6v789l9rrlrusdprr9pqcpvkl',
      'tb1p8wpt9v4frpf3tkn0srd97pksgsxc5hs52lafxwru9kgeephvs7rqlqt9zj',
    ])
    const local = listBitcoinAccounts(bip122, regtest)
    expect(local.map(({ publicKey }) => publicKey)).toEqual(testnet.map(({ publicKey }) => publicKey))
    expect(local[0]?.address).toMatch(/^bcrt1q/)
  })

  it('are empty on an unknown network, and before their keys are known', () => {
    expect(listBitcoinAccounts(accounts.bip122, `bip122:${'0'.repeat(32)}`)).toEqual([])
    expect(listBitcoinAccounts(null, mainnet)).toEqual([])
    const unknown = { chain: `bip122:${'0'.repeat(32)}` as const }
    expect(getRefusal(toRequest(createPsbt([payment], [{ script: stranger, sats: 1n }]), {}, unknown))).toMatchObject({
      message: 'This wallet has no account on this Bitcoin network',
    })
  })
})

describe('a payment', () => {
  it('is described from its bytes, with recipients, change, fee and fee rate, and signed as described', async () => {
    const psbt = createPsbt(
      [payment, payment],
      [
        { script: stranger, sats: 150_000n },
        { script: payment.script, sats: 49_000n },
      ],
    )
    expect(read(psbt)).toMatchObject({
      kind: 'bitcoinTransaction',
      account: payment.address,
      isOffer: false,
      spent: '151000',
      fee: '1000',
      // 209 virtual bytes
      feeRate: '5',
      warnings: [],
      inputs: [{ purpose: 'payment', amount: '100000', isSigned: true }, { purpose: 'payment' }],
      outputs: [
        { purpose: null, amount: '150000', address: addresses.toBech32(stranger.subarray(2), 0, 'bcrt') },
        { purpose: 'payment', amount: '49000', address: payment.address },
      ],
    })
    const transaction = await finalize(psbt)
    expect(Math.ceil(1_000 / transaction.virtualSize())).toBe(5)
    for (const [index] of transaction.ins.entries()) expect(isValid(transaction, index, payment.script)).toBe(true)
  })

  it('from the ordinals account is signed with its key, and warns that an inscription may be lost as a fee', async () => {
    const psbt = createPsbt([ordinal], [{ script: stranger, sats: 99_000n }])
    expect(read(psbt).warnings).toEqual(['movesOrdinals', 'ordinalsAsFee'])
    expect((await finalize(psbt)).ins[0]?.witness[0]).toHaveLength(64)
    // the ordinals account keeps its coin, and another coin pays the fee
    const safe = createPsbt(
      [ordinal, payment],
      [
        { script: ordinal.script, sats: 100_000n },
        { script: payment.script, sats: 99_000n },
      ],
    )
    expect(read(safe)).toMatchObject({ warnings: [], spent: '1000' })
    await finalize(safe)
    // the coin of the ordinals account goes to the payment account
    const swapped = createPsbt([ordinal, payment], [{ script: payment.script, sats: 199_000n }])
    expect(read(swapped).warnings).toEqual(['movesOrdinals'])
  })

  it('warns if it burns coins, pays an unknown script or has a high fee', () => {
    const data = Uint8Array.of(0x6a, 0x02, 0x68, 0x69)
    const change = { script: payment.script, sats: 90_000n }
    const withData = read(createPsbt([payment], [{ script: data, sats: 0n }, change]))
    expect(withData).toMatchObject({
      warnings: ['highFee'],
      spent: '10000',
      outputs: [{ isData: true, address: null }, {}],
    })
    expect(read(createPsbt([payment], [{ script: data, sats: 5_000n }, change])).warnings).toContain('burn')
    expect(read(createPsbt([payment], [{ script: Uint8Array.of(0x51), sats: 95_000n }])).warnings).toEqual([
      'unknownScript',
    ])
    expect(read(createPsbt([payment], [{ script: stranger, sats: 91_000n }])).warnings).toEqual([])
    expect(read(createPsbt([payment], [{ script: stranger, sats: 90_000n }])).warnings).toEqual(['highFee'])
    const rich = { ...payment, sats: 1_000_000_000n }
    expect(read(createPsbt([rich], [{ script: stranger, sats: 999_900_000n }])).warnings).toEqual(['highFee'])
  })

  it('with inputs of others counts only what leaves this wallet, and signs only its own inputs', async () => {
    const psbt = createPsbt(
      [{ script: other, sats: 50_000n }, payment],
      [
        { script: ordinal.script, sats: 10_000n },
        { script: stranger, sats: 139_000n },
      ],
    )
    expect(read(psbt)).toMatchObject({ spent: '90000', fee: '1000', warnings: ['othersSpend'] })
    const { psbt: signed } = (await signIt(toRequest(psbt))).result as { readonly psbt: string }
    const { inputs } = Psbt.fromBase64(signed).data
    expect(inputs[0]).not.toHaveProperty('tapKeySig')
    expect(inputs[1]?.partialSig).toHaveLength(1)
  })
})

describe('an offer (SINGLE|ANYONECANPAY)', () => {
  it('is signed with a warning, and stays valid when someone else adds inputs and outputs', async () => {
    for (const own of [payment, ordinal]) {
      const psbt = createPsbt(
        [{ ...own, sats: 10_000n, sighashType: offer }],
        [{ script: payment.script, sats: 700_000n }],
      )
      const summary = read(psbt)
      expect(summary).toMatchObject({
        isOffer: true,
        fee: null,
        spent: '10000',
        inputs: [{ amount: '10000', purpose: own.purpose }],
        outputs: [{ amount: '700000', purpose: 'payment' }],
      })
      expect(summary.warnings).toContain('openOffer')
      const done = await finalize(psbt)
      const witness = done.ins[0]?.witness ?? []
      done.addInput(new Uint8Array(32).fill(1), 0)
      done.addOutput(stranger, 5n)
      expect(isValid(done, 0, own.script, 10_000n, witness)).toBe(true)
    }
  })

  it('is not signed without a matching output, or next to an input signed in full', () => {
    const lone = createPsbt([payment, { ...payment, sighashType: offer }], [{ script: payment.script, sats: 1_000n }])
    expect(refuse(lone, { signInputs: [{ address: payment.address, index: 1 }] })).toMatch(
      /^4200 Input 1 has no output/,
    )
    const mixed = createPsbt(
      [payment, { ...payment, sighashType: offer }],
      [
        { script: payment.script, sats: 1_000n },
        { script: payment.script, sats: 1_000n },
      ],
    )
    expect(refuse(mixed)).toMatch(/^4200/)
  })
})

describe('attacks', () => {
  const pay = [{ script: stranger, sats: 1_000n }]

  it('refuses an unproven amount: a SegWit v0 input needs its own previous transaction', () => {
    expect(refuse(createPsbt([{ ...payment, isUnproven: true }], pay))).toMatch(
      /^-32602 Input 0 needs the whole transaction/,
    )
    // also of an input that this request does not sign
    const second = createPsbt([payment, { ...payment, isUnproven: true }], pay)
    expect(refuse(second, { signInputs: [{ address: payment.address, index: 0 }] })).toMatch(/^-32602 Input 1 needs/)
    expect(refuse(createPsbt([{ ...payment, lie: 2_000n }], pay))).toMatch(/contradicts itself/)
    const wrong = createPsbt([{ ...payment, isUnproven: true }], pay)
    const raw = createFunding({ ...payment, sats: 5n }, 9).toBuffer()
    wrong.data.inputs[0] = { ...wrong.data.inputs[0], nonWitnessUtxo: raw }
    expect(refuse(wrong)).toMatch(/contradicts itself/)
  })

  it('makes an invalid signature if the amount of a Taproot input is wrong', async () => {
    const psbt = createPsbt([{ ...ordinal, lie: 1_500n }], pay)
    expect(read(psbt).fee).toBe('500')
    const [{ witness } = { witness: [] }] = (await finalize(psbt)).ins
    const transaction = Transaction.fromBuffer(psbt.data.getTransaction())
    expect(isValid(transaction, 0, ordinal.script, 100_000n, witness)).toBe(false)
    expect(isValid(transaction, 0, ordinal.script, 1_500n, witness)).toBe(true)
  })

  it('counts an output that only claims to be change, by a path or key, as a payment', () => {
    const psbt = createPsbt([payment], [{ script: stranger, sats: 99_000n }])
    psbt.updateOutput(0, {
      bip32Derivation: [
        { masterFingerprint: new Uint8Array(4), path: payment.path, pubkey: hex.decode(payment.publicKey) },
      ],
    })
    expect(read(psbt)).toMatchObject({ spent: '100000', outputs: [{ purpose: null }] })
    const taproot = createPsbt([payment], [{ script: other, sats: 99_000n }])
    taproot.data.updateOutput(0, { tapInternalKey: hex.decode(ordinal.publicKey).subarray(1) })
    expect(read(taproot).outputs).toMatchObject([{ purpose: null }])
    // nor does such a claim make an input the wallet’s
    const foreign = createPsbt([{ script: stranger }], pay)
    foreign.updateInput(0, {
      bip32Derivation: [
        { masterFingerprint: new Uint8Array(4), path: payment.path, pubkey: hex.decode(payment.publicKey) },
      ],
    })
    expect(refuse(foreign)).toMatch(/^-32602 No input belongs to this wallet/)
    expect(refuse(foreign, { signInputs: [{ address: payment.address, index: 0 }] })).toMatch(/does not belong/)
  })

  it.each([none, Transaction.SIGHASH_SINGLE, Transaction.SIGHASH_ANYONECANPAY, none | 0x80, 0x81, 4, 0x41, 255])(
    'refuses the sighash type %s, which leaves outputs open, in the PSBT and in signInputs',
    (type) => {
      for (const own of [payment, ordinal]) {
        expect(refuse(createPsbt([{ ...own, sighashType: type }], pay))).toMatch(/^4200/)
        const signInputs = [{ address: own.address, index: 0, sighashTypes: [type] }]
        expect(refuse(createPsbt([own], pay), { signInputs })).toMatch(/^4200/)
        // allowed as well, but stated as something else
        const both = [{ address: own.address, index: 0, sighashTypes: [type, 1] }]
        expect(refuse(createPsbt([{ ...own, sighashType: type }], pay), { signInputs: both })).toMatch(/^4200/)
      }
    },
  )

  it('refuses inputs that are spent or signed twice, don’t exist, or are named by another address', () => {
    const psbt = createPsbt([payment, ordinal], pay)
    const at = (address: string, index: unknown) => ({ signInputs: [{ address, index }] })
    expect(refuse(psbt, at(ordinal.address, 0))).toMatch(/does not belong/)
    expect(refuse(psbt, at(payment.address, 2))).toMatch(/does not exist/)
    for (const index of [-1, 0.5, '0', null, 'length'])
      expect(refuse(psbt, at(payment.address, index))).toMatch(/does not exist/)
    const twice = [payment, payment].map(({ address }) => ({ address, index: 0 }))
    expect(refuse(psbt, { signInputs: twice })).toMatch(/twice/)
    expect(refuse(psbt, { signInputs: [] })).toMatch(/No input/)
    const raw = hex.encode(createPsbt([payment, payment], pay).data.getTransaction())
    // the same outpoint in both inputs: byte 5 starts the first, 41 bytes each
    const first = raw.slice(10, 10 + 82)
    const same = hex.decode(raw.slice(0, 10) + first + first + raw.slice(10 + 164))
    const doubled = toRawPsbt(same, 2, 1)
    expect(refuse(base64.encode(doubled))).toMatch(/^-32602 psbt is not a PSBT/)
  })

  it('refuses outputs above the total of the inputs, or above the supply of bitcoin', () => {
    expect(refuse(createPsbt([payment], [{ script: stranger, sats: 100_001n }]))).toMatch(/more than the inputs/)
    const rich = { ...payment, sats: 2_100_000_000_000_001n }
    expect(refuse(createPsbt([rich], pay))).toMatch(/more than there is/)
  })

  it('refuses malformed requests with an InvalidRequestError', () => {
    for (const psbt of ['', 'cHNidP8=', '!', 'a'.repeat(3_000_000)]) expect(refuse(psbt)).toMatch(/^-32602/)
    for (const params of [null, [], 7, {}, { psbt: 7 }, { psbt: [] }])
      expect(getRefusal(createRequest('bip122_signPsbt', params, { chain: regtest }))).not.toBeNull()
    const bytes = createPsbt([payment, ordinal], [...pay, { script: payment.script, sats: 9n }]).toBuffer()
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(255), (at, value) => {
        const changed = Uint8Array.from(bytes)
        changed[at] = value
        try {
          const described = describeRequest(toRequest(base64.encode(changed)))
          expect(JSON.parse(described.canonical).params.psbt).toBeTypeOf('string')
        } catch (cause) {
          expect(cause).toBeInstanceOf(InvalidRequestError)
        }
      }),
      { numRuns: 100 },
    )
  })
})

describe('a message', () => {
  const toMessage = (text: string, address: string, chain: string = regtest): SigningRequest =>
    createRequest('bip122_signMessage', { address, message: base64.encode(Buffer.from(text)) }, { chain })

  it('is signed by the named account so that other implementations verify it [BIP-322]', async () => {
    const own = listBitcoinAccounts(accounts.bip122, mainnet)
    const { verify } = createBitcoinVerifier()
    for (const { address } of own) {
      const message = 'Hello Ærø, from this wallet'
      const { result, summary } = await signIt(toMessage(message, address, mainnet))
      const { signature } = result as { readonly signature: string }
      expect(summary).toMatchObject({ kind: 'message', account: address, content: { text: message } })
      expect(Verifier.verifySignature(address, message, signature)).toBe(true)
      const network = { chainNamespace: 'bip122', caipNetworkId: mainnet } as never
      const claim = { network, address, message, signature, signal: new AbortController().signal }
      expect(await verify(claim)).toEqual({ isValid: true, by: 'key' })
      expect(await verify({ ...claim, message: 'other' })).toEqual({ isValid: false })
    }
  })

  it('error: is rejected if it is not text, is for another account, or signs in to another site', () => {
    const { address } = payment
    const message = base64.encode(new Uint8Array(8))
    expect(getRefusal(createRequest('bip122_signMessage', { address, message }, { chain: regtest }))?.code).toBe(4200)
    expect(getRefusal(toMessage('hi', 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202'))?.message).toMatch(
      /not an account/,
    )
    expect(getRefusal(toMessage('hi', address, mainnet))?.message).toMatch(/not an account/)
    const text = `evil.example wants you to sign in with your Bitcoin account:\n${address}`
    expect(getRefusal(toMessage(text, address))?.message).toMatch(/not the site that asks/)
  })
})

/** Checks the signature of an input by the script that it spends, as a node does. */
function isValid(
  transaction: Transaction,
  index: number,
  script: Uint8Array,
  value = 100_000n,
  witness: readonly Uint8Array[] = transaction.ins[index]?.witness ?? [],
): boolean {
  const [signature = new Uint8Array(), publicKey] = witness
  const psbt = new Psbt()
  for (const { hash, index: at, sequence } of transaction.ins) psbt.addInput({ hash, index: at, sequence })
  psbt.setVersion(transaction.version).setLocktime(transaction.locktime)
  for (const output of transaction.outs) psbt.addOutput(output)
  const sighashType = script[0] === 0x51 ? (signature[64] ?? 0) : (signature.at(-1) ?? 0)
  psbt.updateInput(index, { witnessUtxo: { script, value }, ...(sighashType > 1 && { sighashType }) })
  if (script[0] !== 0x51) {
    psbt.updateInput(index, { partialSig: [{ pubkey: publicKey ?? new Uint8Array(), signature }] })
    return psbt.validateSignaturesOfInput(index, verifyEcdsa)
  }
  const others = transaction.ins.map((_, at) =>
    at === index ? { script, value } : { script: new Uint8Array(), value: 0n },
  )
  const hash = transaction.hashForWitnessV1(
    index,
    others.map((one) => one.script),
    others.map((one) => one.value),
    sighashType,
  )
  return schnorr.verify(signature.subarray(0, 64), hash, script.subarray(2))
}

const verifyEcdsa = (publicKey: Uint8Array, hash: Uint8Array, signature: Uint8Array): boolean =>
  secp256k1.verify(signature, hash, publicKey, { prehash: false })

/** A PSBT with only its unsigned transaction. */
function toRawPsbt(transaction: Uint8Array, inputs: number, outputs: number): Uint8Array {
  const maps = new Uint8Array(inputs + outputs)
  return Uint8Array.of(...hex.decode('70736274ff0100'), transaction.length, ...transaction, 0, ...maps)
}
