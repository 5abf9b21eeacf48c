import { base58 } from '@scure/base'
import { address } from '@solana/kit'
import type { LiteSVM } from 'litesvm'
import type { CompiledMessage } from './decodeMessage.js'

export type AccountKeys = {
  /** Written in the message itself. */
  readonly static: readonly string[]
  /** Taken from lookup tables. */
  readonly writable: readonly string[]
  readonly readonly: readonly string[]
  /** All of them, in the order that instructions count in. */
  readonly all: readonly string[]
}

/** Bytes before the first address of a lookup table. */
const tableHeader = 56

/** The accounts of a message, those of lookup tables resolved. What a table does not hold is left out: it cannot run. */
export function toAccountKeys(svm: LiteSVM, message: CompiledMessage): AccountKeys {
  const lookups = ('addressTableLookups' in message ? message.addressTableLookups : undefined) ?? []
  const resolve = (table: string, indexes: readonly number[]): string[] => {
    const account = svm.getAccount(address(table))
    if (!account.exists) return []
    return indexes.flatMap((index) => {
      const entry = account.data.slice(tableHeader + 32 * index, tableHeader + 32 * (index + 1))
      return entry.length === 32 ? [base58.encode(entry)] : []
    })
  }
  const writable = lookups.flatMap((lookup) => resolve(lookup.lookupTableAddress, lookup.writableIndexes))
  const readonly = lookups.flatMap((lookup) => resolve(lookup.lookupTableAddress, lookup.readonlyIndexes))
  const own = [...message.staticAccounts]
  return { static: own, writable, readonly, all: [...own, ...writable, ...readonly] }
}
