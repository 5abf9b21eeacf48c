import { base58 } from '@scure/base'
import type { LiteSVM } from 'litesvm'
import type { CompiledMessage } from './decodeMessage.js'

const systemProgram = '11111111111111111111111111111111'
const advanceNonce = 4

/** Whether the message begins with advancing a nonce account and bears its nonce, which replaces the blockhash. */
export function isNonceCurrent(svm: LiteSVM, message: CompiledMessage): boolean {
  const [first] = message.instructions
  if (!first || message.staticAccounts[first.programAddressIndex] !== systemProgram) return false
  const tag = Buffer.from(first.data ?? [])
  if (tag.length !== 4 || tag.readUInt32LE(0) !== advanceNonce) return false
  const nonceAddress = message.staticAccounts[first.accountIndices?.[0] ?? -1]
  if (!nonceAddress) return false
  const account = svm.getAccount(nonceAddress)
  // version, state and authority come first: 4 + 4 + 32 bytes
  return account.exists && base58.encode(account.data.slice(40, 72)) === message.lifetimeToken
}
