import { base58, base64 } from '@scure/base'
import type { TransactionMetadata } from 'litesvm'
import type { DecodedTransaction } from '../chain/decode.js'
import { SolanaRpcError } from '../chain/errors.js'
import { computeFee } from '../chain/fees.js'
import type { LandedTransaction } from '../chain/run.js'
import type { Simulation } from '../chain/simulate.js'

type TransactionFormat = {
  readonly encoding?: unknown
  readonly maxSupportedTransactionVersion?: unknown
}

/** Solana's JSON of a transaction. Throws a node's error if the client doesn't support its version. */
export function toTransactionJson(landed: LandedTransaction, format: TransactionFormat): object {
  const { decoded, err, keys, metadata, before, after } = landed
  const { version } = decoded.message
  if (version === 0 && typeof format.maxSupportedTransactionVersion !== 'number')
    throw new SolanaRpcError(
      'Transaction version (0) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": 0',
      { code: -32_015 },
    )
  const returnData = toReturnDataJson(metadata)
  return {
    slot: landed.slot,
    blockTime: landed.time,
    version,
    meta: {
      err,
      status: err === null ? { Ok: null } : { Err: err },
      fee: computeFee(decoded.message),
      preBalances: before.lamports,
      postBalances: after.lamports,
      preTokenBalances: before.tokens,
      postTokenBalances: after.tokens,
      innerInstructions: toInnerInstructionsJson(metadata),
      logMessages: metadata.logs(),
      rewards: [],
      computeUnitsConsumed: Number(metadata.computeUnitsConsumed()),
      loadedAddresses: { writable: keys.writable, readonly: keys.readonly },
      ...(returnData && { returnData }),
    },
    transaction: encodeTransaction(decoded, format.encoding ?? 'json'),
  }
}

function encodeTransaction(decoded: DecodedTransaction, encoding: unknown): unknown {
  if (encoding === 'base64') return [base64.encode(decoded.bytes), 'base64']
  if (encoding === 'base58') return [base58.encode(decoded.bytes), 'base58']
  if (encoding === 'json') return toParsedJson(decoded)
  throw new SolanaRpcError(`The local node does not support the encoding ${JSON.stringify(encoding)}`)
}

function toParsedJson({ transaction, message }: DecodedTransaction): object {
  const { header } = message
  const lookups = 'addressTableLookups' in message ? (message.addressTableLookups ?? []) : []
  return {
    signatures: Object.values(transaction.signatures).map((bytes) => base58.encode(bytes ?? new Uint8Array(64))),
    message: {
      header: {
        numRequiredSignatures: header.numSignerAccounts,
        numReadonlySignedAccounts: header.numReadonlySignerAccounts,
        numReadonlyUnsignedAccounts: header.numReadonlyNonSignerAccounts,
      },
      accountKeys: message.staticAccounts,
      recentBlockhash: message.lifetimeToken,
      instructions: message.instructions.map((instruction) => ({
        programIdIndex: instruction.programAddressIndex,
        accounts: instruction.accountIndices ?? [],
        data: base58.encode(new Uint8Array(instruction.data ?? [])),
        stackHeight: null,
      })),
      ...(message.version === 0 && {
        addressTableLookups: lookups.map((lookup) => ({
          accountKey: lookup.lookupTableAddress,
          writableIndexes: lookup.writableIndexes,
          readonlyIndexes: lookup.readonlyIndexes,
        })),
      }),
    },
  }
}

/** Solana's JSON of inner instructions. */
export function toInnerInstructionsJson(metadata: TransactionMetadata): object[] {
  return metadata.innerInstructions().flatMap((inner, index) => {
    const instructions = inner.map((entry) => ({
      programIdIndex: entry.instruction().programIdIndex(),
      accounts: [...entry.instruction().accounts()],
      data: base58.encode(new Uint8Array(entry.instruction().data())),
      stackHeight: entry.stackHeight(),
    }))
    return instructions.length > 0 ? [{ index, instructions }] : []
  })
}

/** Solana's JSON of the return data; null if there is none. */
function toReturnDataJson(metadata: TransactionMetadata): object | null {
  const returned = metadata.returnData()
  const data = new Uint8Array(returned.data())
  if (data.length === 0) return null
  return { programId: base58.encode(new Uint8Array(returned.programId())), data: [base64.encode(data), 'base64'] }
}

/** Solana's JSON of a simulation. */
export function toSimulationJson({ error, metadata }: Simulation): Readonly<Record<string, unknown>> {
  return {
    err: error?.err ?? null,
    accounts: null,
    innerInstructions: null,
    logs: metadata?.logs() ?? [],
    returnData: metadata ? toReturnDataJson(metadata) : null,
    unitsConsumed: Number(metadata?.computeUnitsConsumed() ?? 0),
  }
}
