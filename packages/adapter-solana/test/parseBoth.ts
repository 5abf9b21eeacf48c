import { VersionedTransaction } from '@solana/web3.js'
import { parseTransaction } from '../src/transactions/parseTransaction.js'

/** Parses the same bytes with our parser and with Solana's own library, and returns both in the same form. */
export function parseBoth(bytes: Uint8Array): { readonly ours: unknown; readonly theirs: unknown } {
  const own = parseTransaction(bytes)
  const { message, signatures } = VersionedTransaction.deserialize(bytes)
  return {
    ours: own && {
      version: own.version,
      signatures: own.signatures,
      keys: own.keys,
      lifetime: own.lifetime,
      bytes: own.bytes,
      instructions: own.instructions,
      lookups: own.lookups,
    },
    theirs: {
      version: message.version,
      signatures,
      keys: message.staticAccountKeys.map((key) => key.toBase58()),
      lifetime: message.recentBlockhash,
      bytes: new Uint8Array(message.serialize()),
      instructions: message.compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) => ({
        program: programIdIndex,
        accounts: [...accountKeyIndexes],
        data: new Uint8Array(data),
      })),
      lookups: message.addressTableLookups.map(({ accountKey, writableIndexes, readonlyIndexes }) => ({
        table: accountKey.toBase58(),
        writable: [...writableIndexes],
        readonly: [...readonlyIndexes],
      })),
    },
  }
}
