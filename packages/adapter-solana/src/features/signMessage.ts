import type { ConnectorFeatures } from '@latchkey/core'
import { InvalidWalletReplyError } from '@latchkey/core/plugin'
import { toBase58 } from '../base58.js'
import { copyBytes, isSameBytes } from '../bytes.js'
import { askWallet } from '../connectors/askWallet.js'
import type { Wallet } from '../connectors/createWallet.js'
import type { WalletLink } from '../connectors/walletLink.js'
import { isSignatureOf } from '../transaction/isSignatureOf.js'
import { assertAccount, assertFeature } from './assertAccount.js'
import { invalidParams } from './invalidParams.js'
import { readOutput } from './readOutputs.js'

type Request = Parameters<ConnectorFeatures['message:sign']>[0]

/**
 * Signs a message; base58. The signature is verified here over the very bytes that were asked for: the standard lets a
 * wallet change them, but a signature of something else is of no use to who asked.
 */
export async function signMessage(link: WalletLink, wallet: Wallet, request: Request): Promise<string> {
  const { account, message, signal } = request
  const chosen = assertAccount(link, wallet, request)
  assertFeature(link, chosen, 'solana:signMessage')
  const bytes = typeof message === 'string' ? new TextEncoder().encode(message) : copyBytes(message)
  if (!bytes) throw invalidParams('message is neither text nor bytes.')
  // a copy, as what a wallet is given it may change
  const inputs = [{ account: chosen.own, message: bytes.slice() }]
  const reply = await askWallet(link, { feature: 'solana:signMessage', inputs }, { signal })
  const signed = readOutput(reply, 'signedMessage')
  const signature = readOutput(reply, 'signature')
  if (!isSameBytes(signed, bytes)) throw new InvalidWalletReplyError({ details: 'The wallet signed another message.' })
  if (!isSignatureOf(account.address, bytes, signature))
    throw new InvalidWalletReplyError({ details: `The signature is not one of ${account.address}.` })
  return toBase58(signature)
}
