import { type ConnectorFeatures, isLatchkeyError, loadModule } from '@latchkey/core'
import { AccountChangedError, InvalidWalletReplyError } from '@latchkey/core/plugin'
import { base64 } from '@scure/base'
import { parseAddress } from '../address.js'
import { assertAccount, assertWallet } from '../connectors/accounts.js'
import { requestWallet } from '../connectors/requests.js'
import type { Wallet, WalletLink } from '../connectors/walletLink.js'
import { invalidParams, toBase64, toReadings } from '../encoding.js'
import type { MessageScheme } from '../providers/provider.js'
import type { SignedPsbt } from './types.js'

type SignMessageRequest = Parameters<ConnectorFeatures['message:sign']>[0]

/** Faults of a wallet that does not know the scheme. None of them follows a prompt that was declined. */
const unsupportedCodes = [
  'METHOD_NOT_SUPPORTED',
  'METHOD_NOT_FOUND',
  'UNSUPPORTED_METHOD',
  'INVALID_PARAMS',
  'INVALID_INPUT',
]

/**
 * Has an account sign a message, and checks the signature before anybody else sees it. SegWit addresses sign by BIP-322,
 * older ones by BIP-137; `p2wpkh` falls back to that where the wallet has nothing else, Taproot never does. Base64,
 * however the wallet writes it.
 *
 * Throws `INVALID_WALLET_REPLY` for a signature that is not this account's of this message.
 */
export async function signMessage(link: WalletLink, wallet: Wallet, request: SignMessageRequest): Promise<string> {
  const { account, network, signal } = request
  const { address } = account
  const { caipNetworkId } = await assertAccount(wallet, { account, network, signal })
  const message = typeof request.message === 'string' ? new TextEncoder().encode(request.message) : request.message
  // fetched while the visitor reads the prompt
  const verifier = loadModule(() => import('../verify/verifyMessage.js'))
  verifier.catch(() => undefined) // told by who waits for it below
  const provider = await wallet.getProvider()
  const ask = (scheme: MessageScheme): ReturnType<typeof provider.signMessage> =>
    requestWallet(link, () => provider.signMessage({ address, message, scheme, network: caipNetworkId }), { signal })

  const type = parseAddress(address)?.type
  const reply = await ask(type === 'p2wpkh' || type === 'p2tr' ? 'bip322' : 'ecdsa').catch((cause: unknown) => {
    if (type === 'p2wpkh' && isLatchkeyError(cause) && unsupportedCodes.includes(cause.code)) return ask('ecdsa')
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

type SignInputsRequest = Parameters<ConnectorFeatures['psbt:sign']>[0] & {
  /** See `transaction:send`. */
  readonly onSigned?: Parameters<ConnectorFeatures['transaction:send']>[0]['onSigned']
}

/**
 * Has the wallet sign inputs of a PSBT, and checks the signatures before anybody else sees them. The answer is the PSBT
 * that was given with these signatures in it, the same for every wallet; final where all inputs are signed. With
 * `broadcast` it is sent through the network's nodes after that, never by the wallet.
 *
 * Throws `INVALID_PARAMS` (malformed, foreign, or signed already), `UNAUTHORIZED` (an address that the wallet does not
 * show), `ACCOUNT_CHANGED`, `CHAIN_NOT_SWITCHED`, `RPC_URL_MISSING`, `INVALID_WALLET_REPLY`, or what the wallet reports.
 */
export async function signPsbt(link: WalletLink, wallet: Wallet, request: SignInputsRequest): Promise<SignedPsbt> {
  const { account, network, signal, signInputs, broadcast = false } = request
  const { assertSendable, finalize, mergeSignatures, readPsbt, toTargets } = await loadModule(
    () => import('../psbt/psbt.js'),
  )
  const read = readPsbt(parsePsbt(request.psbt))
  if (!read) throw invalidParams('psbt is no PSBT.')
  const chain = broadcast ? await link.loadChain() : undefined
  chain?.assertNode(network)
  const { accounts } = await assertWallet(wallet, { account, network, signal })
  const targets = toTargets({ read, account, accounts, signInputs })
  if (broadcast) assertSendable(read, targets)

  const provider = await wallet.getProvider()
  const inputs = targets.map(({ index, address, sighashTypes }) => ({ index, address, sighashTypes }))
  const ask = (): Promise<unknown> =>
    provider.signPsbt({ psbt: read.psbt.toBuffer(), inputs, network: network.caipNetworkId })
  const psbt = mergeSignatures(read, targets, await requestWallet(link, ask, { signal }))
  const finalized = finalize(psbt)
  const signed = { psbtBase64: toBase64(psbt.toBuffer()), finalized }
  if (!chain) return signed
  const transaction = psbt.extractTransaction(true)
  const spent = transaction.ins.map(({ hash, index }) => `${toTxid(hash)}:${index}`)
  request.onSigned?.(transaction.getId(), { inputs: spent })
  return { ...signed, txid: await chain.broadcast({ network, signed: transaction.toHex(), signal }) }
}

function parsePsbt(text: unknown): Uint8Array {
  try {
    return base64.decode(text as string)
  } catch (cause) {
    throw invalidParams('psbt is no base64.', cause)
  }
}

/** Ids are written the other way round. */
function toTxid(hash: Uint8Array): string {
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0'))
    .reverse()
    .join('')
}
