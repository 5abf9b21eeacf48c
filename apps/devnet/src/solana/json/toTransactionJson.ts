import { base58, base64 } from '@scure/base'
import { computeFee } from '../chain/computeFee.js'
import type { DecodedTransaction } from '../chain/decodeTransaction.js'
import type { LandedTransaction } from '../chain/runTransaction.js'
import { SolanaRpcError } from '../SolanaRpcError.js'
import { toInnerInstructionsJson } from './toInnerInstructionsJson.js'
import { toReturnDataJson } from './toReturnDataJson.js'

export type TransactionFormat = {
  readonly encoding?: unknown
  readonly maxSupportedTransactionVersion?: unknown
}

/** A landed transaction as Solana's JSON has it. Throws what a node says to a client that does not know its version. */
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
    transaction: encode(decoded, format.encoding ?? 'json'),
  }
}

function encode(decoded: DecodedTransaction, encoding: unknown): unknown {
  if (encoding === 'base64') return [base64.encode(decoded.bytes), 'base64']
  if (encoding === 'base58') return [base58.encode(decoded.bytes), 'base58']
  if (encoding === 'json') return toJson(decoded)
  throw new SolanaRpcError(`The local node does not serve the encoding ${JSON.stringify(encoding)}`)
}

function toJson({ transaction, message }: DecodedTransaction): object {
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
