import { type ConnectorFeatures, isLatchkeyError, type SiwxMessageFields } from '@latchkey/core'
import { createSignInMessageText } from '@solana/wallet-standard-core'
import { toBase58 } from '../base58.js'
import type { Wallet } from '../connectors/createWallet.js'
import type { WalletLink } from '../connectors/walletLink.js'
import { pickGiven } from './pickGiven.js'
import { signIn } from './signIn.js'
import { signMessage } from './signMessage.js'
import type { SolanaSignInInput } from './types.js'

type Request = Parameters<ConnectorFeatures['signIn:sign']>[0]

/** Faults of a wallet that cannot sign in with such fields. None of them follows a prompt that was declined. */
const unknown = ['METHOD_NOT_SUPPORTED', 'METHOD_NOT_FOUND', 'UNSUPPORTED_METHOD', 'INVALID_PARAMS', 'INVALID_INPUT']

/**
 * Signs a sign-in text; base58. The wallet's own form shows what is signed and who asks, so it is used wherever the
 * standard makes of the fields the very same text. All else is signed as a message. One prompt: who declines is not
 * asked again in another way.
 */
export async function signSignIn(link: WalletLink, wallet: Wallet, request: Request): Promise<string> {
  const { account, network, signal, message, data } = request
  const asked = { account, network, signal }
  const input = toInput(data)
  const isSame =
    createSignInMessageText({ ...pickGiven(input), domain: data.domain, address: account.address }) === message
  if (isSame) {
    try {
      return toBase58((await signIn(link, wallet, { ...asked, input })).signature)
    } catch (cause) {
      if (!isLatchkeyError(cause) || !unknown.includes(cause.code)) throw cause
    }
  }
  return signMessage(link, wallet, { ...asked, message })
}

function toInput(data: SiwxMessageFields): SolanaSignInInput {
  const { domain, statement, uri, version, chainId, nonce, issuedAt, expirationTime, notBefore, requestId, resources } =
    data
  const times = { issuedAt, expirationTime, notBefore }
  return { domain, statement, uri, version, chainId, nonce, ...times, requestId, resources }
}
