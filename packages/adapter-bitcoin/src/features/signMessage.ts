import { type ConnectorFeatures, isLatchkeyError, loadModule } from '@latchkey/core'
import { AccountChangedError, InvalidWalletReplyError } from '@latchkey/core/plugin'
import { toBase64, toReadings } from '../address/bytes.js'
import { parseAddress } from '../address/parseAddress.js'
import { askWallet } from '../connectors/askWallet.js'
import type { Wallet } from '../connectors/wallet.js'
import type { WalletLink } from '../connectors/walletLink.js'
import type { MessageScheme } from '../provider.js'
import { assertAccount } from './assertWallet.js'

type Request = Parameters<ConnectorFeatures['message:sign']>[0]

/** Faults of a wallet that does not know the scheme. None of them follows a prompt that was declined. */
const unknown = ['METHOD_NOT_SUPPORTED', 'METHOD_NOT_FOUND', 'UNSUPPORTED_METHOD', 'INVALID_PARAMS', 'INVALID_INPUT']

/**
 * Has an account sign a message, and checks the signature before anybody else sees it. SegWit addresses sign by BIP-322,
 * older ones by BIP-137; `p2wpkh` falls back to that where the wallet has nothing else, Taproot never does. Base64,
 * however the wallet writes it.
 *
 * Throws `INVALID_WALLET_REPLY` for a signature that is not this account's of this message.
 */
export async function signMessage(link: WalletLink, wallet: Wallet, request: Request): Promise<string> {
  const { account, network, signal } = request
  const { address } = account
  const { caipNetworkId } = await assertAccount(wallet, { account, network, signal })
  const message = typeof request.message === 'string' ? new TextEncoder().encode(request.message) : request.message
  // fetched while the visitor reads the prompt
  const verifier = loadModule(() => import('../message/verifyMessage.js'))
  verifier.catch(() => undefined) // told by who waits for it below
  const provider = await wallet.getProvider()
  const ask = (scheme: MessageScheme): ReturnType<typeof provider.signMessage> =>
    askWallet(link, () => provider.signMessage({ address, message, scheme, network: caipNetworkId }), { signal })

  const type = parseAddress(address)?.type
  const reply = await ask(type === 'p2wpkh' || type === 'p2tr' ? 'bip322' : 'ecdsa').catch((cause: unknown) => {
    if (type === 'p2wpkh' && isLatchkeyError(cause) && unknown.includes(cause.code)) return ask('ecdsa')
    throw cause
  })
  const { signature, by } = reply
  if (typeof by === 'string' && parseAddress(by)?.address !== address)
    throw new AccountChangedError({ details: `Asked for ${address}; another account signed.` })
  const { verifyMessage } = await verifier
  const right = toReadings(signature).find((bytes) => verifyMessage({ address, message, signature: bytes }))
  if (!right) throw new InvalidWalletReplyError({ details: `The signature is not one of ${address} of this message.` })
  return toBase64(right)
}
