import type { ConnectorFeatures } from '@latchkey/core'
import { InvalidWalletReplyError } from '@latchkey/core/plugin'
import { askWallet } from '../connectors/askWallet.js'
import type { Observer } from '../connectors/createWallet.js'
import { describe } from '../connectors/parseChainId.js'
import type { WalletLink } from '../connectors/walletLink.js'
import { assertAccount } from './assertWallet.js'
import { isBytes, toHex } from './hex.js'

type Request = Parameters<ConnectorFeatures['message:sign']>[0]

/** `personal_sign` (EIP-191): the bytes, then the address. */
export async function signMessage(link: WalletLink, wallet: Observer, request: Request): Promise<string> {
  const { account, message, signal } = request
  await assertAccount(link, wallet, request)
  const call = { method: 'personal_sign', params: [toHex(message), account.address] }
  return toSignature(await askWallet(link, call, { signal }))
}

/** Not of one length: contract accounts sign in their own forms (EIP-1271). Throws `INVALID_WALLET_REPLY`. */
export function toSignature(reply: unknown): string {
  if (isBytes(reply) && reply.length > 2) return reply
  throw new InvalidWalletReplyError({ details: `signature: ${describe(reply)}` })
}
