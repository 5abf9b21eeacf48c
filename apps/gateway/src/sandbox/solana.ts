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

/** The program of associated token accounts. */
const tokenAccounts = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')

/** `CreateIdempotent` of associated accounts, and `TransferChecked` of both token programs. */
const instructionCodes = { createIdempotent: 1, transferChecked: 12 } as const

/** JSON-RPC error codes of nodes. */
const rpcCodes = { invalidParams: -32_602, simulationFailed: -32_002 } as const

const latestBlockhash = z.object({ value: z.object({ blockhash: z.string() }) })

const accountInfo = z.object({ value: z.object({ owner: z.string() }).nullable() })

type SignTokenDelivery = {
  readonly order: Order & { readonly token: string }
  /** A 64-byte keypair, base58. */
  readonly key: string
  readonly signal: AbortSignal
}

/**
 * Signs a transaction that delivers SPL tokens, and creates the recipient's token account if necessary, without sending it. `raw` is
 * base64. Rejects with `NodeError` if it would fail.
 */
export async function signTokenDelivery(
  { node }: ServedChain,
  { order, key, signal }: SignTokenDelivery,
): Promise<{ readonly raw: string; readonly hash: string }> {
  const funder = Keypair.fromSecretKey(base58.decode(key))
  const [mint, receiver] = [new PublicKey(order.token), new PublicKey(order.address)]
  const params = [order.token, { encoding: 'base64', commitment: 'confirmed' }]
  const found = accountInfo.parse(await node.call({ method: 'getAccountInfo', params, signal }))
  if (found.value === null) throw new NodeError(`Unknown token ${order.token}.`, { rpcCode: rpcCodes.invalidParams })
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
  // makes transactions of equal orders differ, which would otherwise be one within a block
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

/** Sends a signed transaction. May be repeated. */
export async function sendSolanaRaw({ node }: ServedChain, raw: string, signal: AbortSignal): Promise<void> {
  // it was simulated when it was signed
  const params = [raw, { encoding: 'base64', skipPreflight: true }]
  try {
    await node.call({ method: 'sendTransaction', params, signal })
  } catch (cause) {
    // it was processed already, or is too old: the status of its signature decides
    if (!(cause instanceof NodeError)) throw cause
  }
}

const simulation = z.object({ value: z.object({ err: z.unknown() }) })

async function assertAccepted(node: ServedChain['node'], raw: string, signal: AbortSignal): Promise<void> {
  const params = [raw, { encoding: 'base64', commitment: 'confirmed' }]
  const { value } = simulation.parse(await node.call({ method: 'simulateTransaction', params, signal }))
  if (value.err !== null)
    throw new NodeError(`The transaction would fail: ${JSON.stringify(value.err)}`, {
      rpcCode: rpcCodes.simulationFailed,
    })
}

/** Encodes the instruction code, the amount (u64, little endian) and the decimals, which the program checks. */
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

/** Requests SOL from the faucet and returns the transaction's signature. Call it only once per order. */
export async function requestAirdrop(
  { node }: ServedChain,
  { address, amount }: Order,
  signal: AbortSignal,
): Promise<string> {
  const lamports = Number(amount)
  if (!Number.isSafeInteger(lamports)) throw new RangeError('The amount is too large for a faucet.')
  return z.string().parse(await node.call({ method: 'requestAirdrop', params: [address, lamports], signal }))
}

/** Whether the transaction succeeded; undefined until it is confirmed. */
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
