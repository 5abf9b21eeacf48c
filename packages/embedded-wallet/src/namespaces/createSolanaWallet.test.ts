import { createPublicKey, verify } from 'node:crypto'
import type { StandardAccount, StandardWallet } from '@latchkey/core'
import { fundSolana, type RunningSolana, solanaCaipNetworkId, startSolana } from '@latchkey/devnet'
import { base58 } from '@scure/base'
import {
  Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createRig, type RigOptions } from '../../test/createRig.js'
import { isConfirmed } from '../../test/isConfirmed.js'
import { solanaDevnet, solanaMainnet, toNetwork } from '../../test/networks.js'

let chain: RunningSolana

beforeAll(async () => {
  chain = await startSolana({ slotMs: 50 })
})

afterAll(() => chain.stop())

const { signal } = new AbortController()

async function setUp(options?: RigOptions) {
  const rig = createRig(options)
  await rig.login()
  await rig.connect('solana')
  const wallet = (await rig.connector.getProvider({ namespace: 'solana' })) as StandardWallet
  const [account] = wallet.accounts as readonly [StandardAccount]
  return { rig, wallet, account, ...toMethods(wallet), key: rig.frame.keys.solana.publicKey }
}

/** The features as apps call them. */
function toMethods(wallet: StandardWallet) {
  const { features } = wallet as unknown as {
    readonly features: {
      readonly 'standard:connect': {
        connect(input?: object): Promise<{ readonly accounts: readonly StandardAccount[] }>
      }
      readonly 'standard:disconnect': { disconnect(): Promise<void> }
      readonly 'standard:events': { on(event: string, listener: (payload: unknown) => void): () => void }
      readonly 'solana:signMessage': {
        signMessage(input: object): Promise<readonly [{ signature: Uint8Array; signedMessage: Uint8Array }]>
      }
      readonly 'solana:signTransaction': {
        signTransaction(...inputs: readonly object[]): Promise<readonly { signedTransaction: Uint8Array }[]>
      }
      readonly 'solana:signAndSendTransaction': {
        signAndSendTransaction(...inputs: readonly object[]): Promise<readonly { signature: Uint8Array }[]>
      }
    }
  }
  return {
    standard: features['standard:connect'],
    events: features['standard:events'],
    disconnect: features['standard:disconnect'].disconnect,
    signMessage: features['solana:signMessage'].signMessage,
    signTransaction: features['solana:signTransaction'].signTransaction,
    sendTransaction: features['solana:signAndSendTransaction'].signAndSendTransaction,
  }
}

const local = () => toNetwork(solanaCaipNetworkId, chain.rpcUrl)

function createTransfer(payer: PublicKey, recentBlockhash = Keypair.generate().publicKey.toBase58()): Transaction {
  const toPubkey = Keypair.generate().publicKey
  const instruction = SystemProgram.transfer({ fromPubkey: payer, toPubkey, lamports: 1_000_000 })
  return new Transaction({ feePayer: payer, recentBlockhash }).add(instruction)
}

const toBytes = (transaction: Transaction): Uint8Array => transaction.serialize({ requireAllSignatures: false })

function isSignedBy(key: PublicKey, message: Uint8Array, signature: Uint8Array): boolean {
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), key.toBytes()])
  return verify(null, message, createPublicKey({ key: der, format: 'der', type: 'spki' }), signature)
}

describe('as a wallet of the Wallet Standard', () => {
  test('has the account of the login, on the app’s clusters', async () => {
    const { wallet, account, key } = await setUp()
    expect(wallet.chains).toEqual(['solana:mainnet', 'solana:devnet'])
    expect(account).toMatchObject({ address: key.toBase58(), publicKey: key.toBytes(), chains: wallet.chains })
    expect(wallet.accounts[0]).toBe(account)
    expect(Object.keys(wallet.features)).toEqual([
      'standard:connect',
      'standard:disconnect',
      'standard:events',
      'solana:signMessage',
      'solana:signTransaction',
      'solana:signAndSendTransaction',
    ])
  })

  test('has no accounts without a login, and connect rejects with 4100 unless silent', async () => {
    const wallet = (await createRig().connector.getProvider({ namespace: 'solana' })) as StandardWallet
    const { standard } = toMethods(wallet)
    expect(wallet.accounts).toEqual([])
    expect(await standard.connect({ silent: true })).toEqual({ accounts: [] })
    await expect(standard.connect()).rejects.toMatchObject({ code: 4100 })
  })

  test('returns its accounts, and disconnect ends the login in all namespaces', async () => {
    const { rig, events, disconnect, standard, account } = await setUp()
    expect(await standard.connect()).toEqual({ accounts: [account] })
    await rig.connect('eip155')
    const heard: unknown[] = []
    const stop = events.on('change', (payload) => void heard.push(payload))
    await disconnect()
    stop()
    expect(heard).toEqual([{ accounts: [] }])
    expect(rig.events.filter(([event]) => event === 'disconnect')).toHaveLength(2)
    expect(rig.frame.count('SIGN_OUT')).toBe(1)
  })

  test('sends a network switch to the frame with the CAIP-2 ID, and uses that network for requests', async () => {
    const { rig, account, signMessage } = await setUp()
    const switchTo = rig.connector.getFeatures?.('solana')['network:switch']
    await switchTo?.({ network: toNetwork(solanaDevnet), signal })
    expect(rig.frame.messages.find(({ name }) => name === 'SWITCH_NETWORK')?.payload).toMatchObject({
      chainId: solanaDevnet,
    })
    expect(rig.events).toEqual([['change', { namespace: 'solana', caipNetworkId: solanaDevnet }]])
    await signMessage({ account, message: new Uint8Array([1]) })
    expect(rig.frame.requests('solana_signMessage')[0]?.payload).toMatchObject({
      chainNamespace: 'solana',
      chainId: solanaDevnet,
      params: { message: '2', pubkey: account.address },
    })
  })
})

describe('with @solana/web3.js', () => {
  test('signs a message', async () => {
    const { account, signMessage, key } = await setUp()
    const message = new TextEncoder().encode('hello')
    const [{ signature, signedMessage }] = await signMessage({ account, message })
    expect(signedMessage).toEqual(message)
    expect(isSignedBy(key, message, signature)).toBe(true)
  })

  test('signs a transaction, which the app sends and which is confirmed', async () => {
    const { account, signTransaction, key } = await setUp({ networks: [local()] })
    await fundSolana(chain.rpcUrl, key.toBase58(), 1_000_000_000)
    const connection = new Connection(chain.rpcUrl, 'confirmed')
    const { blockhash } = await connection.getLatestBlockhash()
    const transaction = toBytes(createTransfer(key, blockhash))
    const [output] = await signTransaction({ account, transaction, chain: 'solana:localnet' })
    const signed = Transaction.from(output?.signedTransaction ?? [])
    expect(signed.verifySignatures()).toBe(true)
    const signature = await connection.sendRawTransaction(signed.serialize())
    expect(await isConfirmed(connection, signature)).toBe(true)
  })

  test('sends a transaction of version 0 through the frame, and it is confirmed', async () => {
    const { rig, account, sendTransaction, key } = await setUp({ networks: [local()] })
    await fundSolana(chain.rpcUrl, key.toBase58(), 1_000_000_000)
    const connection = new Connection(chain.rpcUrl, 'confirmed')
    const { blockhash: recentBlockhash } = await connection.getLatestBlockhash()
    const { instructions } = createTransfer(key)
    const message = new TransactionMessage({ payerKey: key, recentBlockhash, instructions }).compileToV0Message()
    const transaction = new VersionedTransaction(message).serialize()
    const [output] = await sendTransaction({ account, transaction, options: { skipPreflight: true } })
    const [request] = rig.frame.requests('solana_signAndSendTransaction')
    const signature = output?.signature ?? new Uint8Array()
    expect(isSignedBy(key, message.serialize(), signature)).toBe(true)
    expect(request?.payload).toMatchObject({ rpcUrl: chain.rpcUrl, params: { options: { skipPreflight: true } } })
    expect(await isConfirmed(connection, base58.encode(signature))).toBe(true)
  })

  test('signs several transactions with one approval', async () => {
    const { rig, account, signTransaction, key } = await setUp()
    const inputs = [1, 2, 3].map(() => ({ account, transaction: toBytes(createTransfer(key)) }))
    const outputs = await signTransaction(...inputs)
    expect(outputs.every(({ signedTransaction }) => Transaction.from(signedTransaction).verifySignatures())).toBe(true)
    expect(rig.frame.prompts()).toBe(1)
    expect(rig.frame.unread).toEqual([])
  })
})

describe('invalid input and rejections', () => {
  test('does not ask the user if the parameters are invalid', async () => {
    const { rig, account, signTransaction, sendTransaction, signMessage, key } = await setUp()
    const transaction = toBytes(createTransfer(key))
    const foreign = toBytes(createTransfer(Keypair.generate().publicKey))
    const other = { ...account, address: Keypair.generate().publicKey.toBase58() }
    for (const input of [
      { account: other, transaction },
      { transaction },
      { account, transaction: foreign },
      { account, transaction: new Uint8Array() },
      { account, transaction: new Uint8Array(2_000) },
      { account, transaction: transaction.slice(0, 70) },
      { account, transaction: 'x' },
      { account },
    ]) {
      await expect(signTransaction(input)).rejects.toMatchObject({ code: -32602 })
      await expect(sendTransaction(input)).rejects.toMatchObject({ code: -32602 })
    }
    await expect(signMessage({ account, message: 'x' })).rejects.toMatchObject({ code: -32602 })
    await expect(signMessage({ account: other, message: new Uint8Array() })).rejects.toMatchObject({ code: -32602 })
    const both = [
      { account, transaction, chain: 'solana:mainnet' },
      { account, transaction, chain: 'solana:devnet' },
    ]
    await expect(signTransaction(...both)).rejects.toMatchObject({ code: -32602 })
    await expect(signTransaction({ account, transaction, chain: 'solana:testnet' })).rejects.toMatchObject({
      code: 4902,
    })
    expect(rig.frame.prompts()).toBe(0)
    expect(rig.events).toEqual([])
  })

  test('a request may use another cluster of the app than the current one', async () => {
    const { rig, account, signTransaction, key } = await setUp()
    await signTransaction({ account, transaction: toBytes(createTransfer(key)), chain: 'solana:devnet' })
    expect(rig.frame.requests('solana_signTransaction')[0]?.payload).toMatchObject({ chainId: solanaDevnet })
    expect((await rig.connect('solana')).caipNetworkId).toBe(solanaMainnet)
  })

  test('rejects with 4001 if the user declines', async () => {
    const { rig, account, signMessage } = await setUp()
    rig.frame.user.reject()
    await expect(signMessage({ account, message: new Uint8Array([1]) })).rejects.toMatchObject({ code: 4001 })
  })

  test.each([
    { signature: 'x'.repeat(3) },
    { signature: '0' },
    {},
    null,
    'signature',
    { transaction: 1 },
    { transactions: ['2'] },
  ])('error: rejects with -32603 if the frame replies with %o', async (reply) => {
    const answer = ({ name }: { readonly name: string }) => (name === 'RPC_REQUEST' ? (reply ?? {}) : undefined)
    const { account, signMessage, signTransaction, sendTransaction, key } = await setUp({ answer })
    const input = { account, transaction: toBytes(createTransfer(key)) }
    const calls = [
      () => signMessage({ account, message: new Uint8Array([1]) }),
      () => signTransaction(input),
      () => signTransaction(input, input),
      () => sendTransaction(input),
    ]
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: -32603 })
  })

  test('does not sign what the app changes after the request', async () => {
    const { rig, account, signMessage } = await setUp()
    rig.frame.user.hang()
    const message = new TextEncoder().encode('hello')
    const signing = signMessage({ account, message })
    await vi.waitFor(() => expect(rig.frame.prompts()).toBe(1))
    message.fill(0)
    rig.frame.user.release()
    const [{ signedMessage }] = await signing
    expect(new TextDecoder().decode(signedMessage)).toBe('hello')
  })
})
