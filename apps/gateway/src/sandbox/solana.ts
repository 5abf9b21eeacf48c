import { createHash } from 'node:crypto'
import { base58 } from '@scure/base'
import {
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { z } from 'zod'
import type { ServedChain } from '../chains/chainBook.js'
import { NodeError } from '../errors.js'
import type { Order } from '../onramp/orders.js'

/** Makes the token accounts that a wallet looks for first. */
const tokenAccounts = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')

/** `CreateIdempotent` of those, and `TransferChecked` of both programs of tokens. */
const instructionCodes = { createIdempotent: 1, transferChecked: 12 } as const

/** Codes that nodes refuse such with. */
const rpcCodes = { invalidParams: -32_602, simulationFailed: -32_002 } as const

const latestBlockhash = z.object({ value: z.object({ blockhash: z.string() }) })

const accountInfo = z.object({ value: z.object({ owner: z.string() }).nullable() })

type SignTokenDelivery = {
  readonly order: Order & { readonly token: string }
  /** The 64 bytes of a keypair, base58. */
  readonly key: string
  readonly signal: AbortSignal
}

/**
 * A transaction that delivers tokens (SPL), signed and not sent, which also makes the receiver's account for them where there is none. `raw`
 * is base64. Rejects with `NodeRefusal` where the network would refuse it.
 */
export async function signTokenDelivery(
  { node }: ServedChain,
  { order, key, signal }: SignTokenDelivery,
): Promise<{ readonly raw: string; readonly hash: string }> {
  const funder = Keypair.fromSecretKey(base58.decode(key))
  const [mint, receiver] = [new PublicKey(order.token), new PublicKey(order.address)]
  const params = [order.token, { encoding: 'base64', commitment: 'confirmed' }]
  const found = accountInfo.parse(await node.call({ method: 'getAccountInfo', params, signal }))
  if (found.value === null)
    throw new NodeError(`There is no token ${order.token}.`, { rpcCode: rpcCodes.invalidParams })
  const program = new PublicKey(found.value.owner)
  const toHolding = (owner: PublicKey): PublicKey =>
    PublicKey.findProgramAddressSync([owner.toBytes(), program.toBytes(), mint.toBytes()], tokenAccounts)[0]
  const [source, target] = [toHolding(funder.publicKey), toHolding(receiver)]
  const create = new TransactionInstruction({
    programId: tokenAccounts,
    keys: [
      { pubkey: funder.publicKey, isSigner: true, isWritable: true },
      { pubkey: target, isSigner: false, isWritable: true },
      ...[receiver, mint, SystemProgram.programId, program].map((pubkey) => ({
        pubkey,
        isSigner: false,
        isWritable: false,
      })),
    ],
    data: Buffer.from([instructionCodes.createIdempotent]),
  })
  const move = new TransactionInstruction({
    programId: program,
    keys: [
      { pubkey: source, isSigner: false, isWritable: true },
      { pubkey: mint, isSigner: false, isWritable: false },
      { pubkey: target, isSigner: false, isWritable: true },
      { pubkey: funder.publicKey, isSigner: true, isWritable: false },
    ],
    data: toTransferData(order),
  })
  // two orders alike in one block would be one transaction, and be delivered once
  const mark = SystemProgram.transfer({
    fromPubkey: funder.publicKey,
    toPubkey: new PublicKey(createHash('sha256').update(order.id).digest()),
    lamports: 0,
  })
  const { blockhash } = latestBlockhash.parse(
    await node.call({ method: 'getLatestBlockhash', params: [{ commitment: 'confirmed' }], signal }),
  ).value
  const payer = { payerKey: funder.publicKey, recentBlockhash: blockhash }
  const message = new TransactionMessage({ ...payer, instructions: [create, move, mark] }).compileToLegacyMessage()
  const transaction = new VersionedTransaction(message)
  transaction.sign([funder])
  const [signature = new Uint8Array()] = transaction.signatures
  const raw = Buffer.from(transaction.serialize()).toString('base64')
  await assertAccepted(node, raw, signal)
  return { raw, hash: base58.encode(signature) }
}

/** Sends it, however often: a node that has it already is content. */
export async function sendSolanaRaw({ node }: ServedChain, raw: string, signal: AbortSignal): Promise<void> {
  // it was simulated when it was made
  const params = [raw, { encoding: 'base64', skipPreflight: true }]
  try {
    await node.call({ method: 'sendTransaction', params, signal })
  } catch (cause) {
    // it has been processed already, or is too old: what became of it is told by its signature
    if (!(cause instanceof NodeError)) throw cause
  }
}

const simulation = z.object({ value: z.object({ err: z.unknown() }) })

async function assertAccepted(node: ServedChain['node'], raw: string, signal: AbortSignal): Promise<void> {
  const params = [raw, { encoding: 'base64', commitment: 'confirmed' }]
  const { value } = simulation.parse(await node.call({ method: 'simulateTransaction', params, signal }))
  if (value.err !== null)
    throw new NodeError(`It would fail: ${JSON.stringify(value.err)}`, { rpcCode: rpcCodes.simulationFailed })
}

/** The code, the amount in eight bytes, lowest first, and the decimals, which the program compares with those of the mint. */
function toTransferData({ amount, decimals }: Order): Buffer {
  const data = Buffer.alloc(10)
  data.writeUInt8(instructionCodes.transferChecked, 0)
  data.writeBigUInt64LE(BigInt(amount), 1)
  data.writeUInt8(decimals, 9)
  return data
}

const signatureStatuses = z.object({
  value: z.array(z.object({ err: z.unknown(), confirmationStatus: z.string().nullish() }).nullable()),
})

/** Asks the faucet of a test network; the signature of its transaction. Never to be asked twice for an order. */
export async function requestAirdrop(
  { node }: ServedChain,
  { address, amount }: Order,
  signal: AbortSignal,
): Promise<string> {
  const lamports = Number(amount)
  if (!Number.isSafeInteger(lamports)) throw new RangeError('That is more than a faucet can give.')
  return z.string().parse(await node.call({ method: 'requestAirdrop', params: [address, lamports], signal }))
}

/** Whether it went well, or undefined while it is not confirmed. */
export async function findSolanaOutcome(
  { node }: ServedChain,
  hash: string,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const reply = await node.call({ method: 'getSignatureStatuses', params: [[hash]], signal })
  const [status] = signatureStatuses.parse(reply).value
  if (!status || !['confirmed', 'finalized'].includes(status.confirmationStatus ?? '')) return undefined
  return status.err === null
}
