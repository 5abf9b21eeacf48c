import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Keys } from '../deriveKeys.js'
import { toPrivateKey } from '../evm/toPrivateKey.js'
import { type SmartAccount, wrapSignature } from './toSmartAccount.js'

/** Both forms of one signature: which one counts depends on whether the account is on the network. */
export type SmartSignature = {
  readonly account: string
  /** [ERC-1271] */
  readonly signature: Hex
  /** [ERC-6492] */
  readonly wrapped: Hex
}

/**
 * The account's signature of a message: its owner signs the message's hash within Safe's own domain, which names network and
 * account, so that it counts for no other. The hash is one that was made here.
 */
export async function signSafeMessage(
  message: Hex,
  { account, chainId, keys }: { readonly account: SmartAccount; readonly chainId: number; readonly keys: Keys },
): Promise<SmartSignature> {
  const signature = await privateKeyToAccount(toPrivateKey(keys)).signTypedData({
    domain: { chainId, verifyingContract: account.address },
    types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
    primaryType: 'SafeMessage',
    message: { message },
  })
  return { account: account.address, signature, wrapped: wrapSignature(account, signature) }
}
