import { type ConnectorFeatures, isLatchkeyError, loadModule } from '@latchkey/core'
import { AccountChangedError, beforeSending, InvalidWalletReplyError } from '@latchkey/core/plugin'
import { base64 } from '@scure/base'
import { parseAddress } from '../address.js'
import { assertAccount, assertWallet } from '../connectors/accounts.js'
import { requestWallet } from '../connectors/requests.js'
import type { Wallet, WalletLink } from '../connectors/walletLink.js'
import { decodeSignatures, invalidParams, toBase64 } from '../encoding.js'
import type { MessageScheme } from '../providers/provider.js'
import type { SignedPsbt } from './types.js'

type SignMessageRequest = Parameters<ConnectorFeatures['message:sign']>[0]

/** Errors of a wallet that doesn't support the scheme. None of them can follow a prompt that was declined. */
const unsupportedCodes = [
  'METHOD_NOT_SUPPORTED',
  'METHOD_NOT_FOUND',
  'UNSUPPORTED_METHOD',
  'INVALID_PARAMS',
  'INVALID_INPUT',
]

/**
 * Signs a message, verifies the signature and resolves with it in base64, with the wallet's prefix. SegWit addresses sign by BIP-322, older ones by
 * BIP-137; `p2wpkh` falls back to BIP-137 if the wallet supports nothing else, Taproot never does.
 *
 * Throws `INVALID_WALLET_REPLY` for a signature that isn't the account's signature of the message.
 */
export async function signMessage(link: WalletLink, wallet: Wallet, request: SignMessageRequest): Promise<string> {
  const { account, network, signal } = request
  const { address } = account
  const message = toBytes(request.message)
  const { caipNetworkId } = await assertAccount(wallet, { account, network, signal })
  // loaded while the user reads the prompt
  const verifier = loadModule(() => import('../verify/verifyMessage.js'))
  verifier.catch(() => undefined) // reported below
  const provider = await wallet.getProvider()
  const sign = (scheme: MessageScheme): ReturnType<typeof provider.signMessage> =>
    requestWallet(
      link,
      // a copy, which the wallet may change
      () => provider.signMessage({ address, message: message.slice(), scheme, network: caipNetworkId }),
      { signal },
    )

  const type = parseAddress(address)?.type
  const reply = await sign(type === 'p2wpkh' || type === 'p2tr' ? 'bip322' : 'ecdsa').catch((cause: unknown) => {
    if (type === 'p2wpkh' && isLatchkeyError(cause) && unsupportedCodes.includes(cause.code)) return sign('ecdsa')
    throw cause
  })
  const { signature, by } = reply
  if (typeof by === 'string' && parseAddress(by)?.address !== address)
    throw new AccountChangedError({ details: `Asked for ${address}; another account signed.` })
  const { verifyMessage } = await verifier
  const valid = decodeSignatures(signature).find((candidate) =>
    verifyMessage({ address, message, signature: candidate }),
  )
  if (!valid) throw new InvalidWalletReplyError({ details: `The signature is not one of ${address} of this message.` })
  return `${valid.prefix}${toBase64(valid.bytes)}`
}

/** A copy of the message, which may be bytes of another window. Throws `INVALID_PARAMS`. */
function toBytes(message: unknown): Uint8Array {
  if (typeof message === 'string') return new TextEncoder().encode(message)
  if (!ArrayBuffer.isView(message)) throw invalidParams('message is neither a string nor bytes.')
  const { buffer, byteOffset, byteLength } = message
  return new Uint8Array(buffer, byteOffset, byteLength).slice()
}

type SignInputsRequest = Parameters<ConnectorFeatures['psbt:sign']>[0] & {
  /** See `transaction:send`. */
  readonly onSigned?: Parameters<ConnectorFeatures['transaction:send']>[0]['onSigned']
}

/**
 * Has the wallet sign inputs of a PSBT and verifies the signatures. Resolves with the given PSBT plus these signatures,
 * whatever else the wallet changed; finalized if all inputs are signed. With `broadcast` it is then sent through the
 * network's nodes, never by the wallet.
 *
 * Throws `INVALID_PARAMS` (malformed, another owner, or signed already), `UNAUTHORIZED` (an address that the wallet doesn't
 * expose), `ACCOUNT_CHANGED`, `CHAIN_NOT_SWITCHED`, `RPC_URL_MISSING`, `INVALID_WALLET_REPLY`, or the wallet's error.
 */
export async function signPsbt(link: WalletLink, wallet: Wallet, request: SignInputsRequest): Promise<SignedPsbt> {
  const { account, network, signal, signInputs, broadcast = false } = request
  const { assertSendable, finalize, mergeSignatures, readPsbt, toTargets } = await loadModule(
    () => import('../psbt/psbt.js'),
  )
  const read = readPsbt(parsePsbt(request.psbt))
  if (!read) throw invalidParams('psbt is not a PSBT.')
  const chain = broadcast ? await link.loadChain() : undefined
  chain?.assertNode(network)
  const { accounts } = await beforeSending(signal, () => assertWallet(wallet, { account, network, signal }))
  const targets = toTargets({ read, account, accounts, signInputs })
  if (broadcast) assertSendable(read, targets)

  const provider = await wallet.getProvider()
  const inputs = targets.map(({ index, address, sighashTypes }) => ({ index, address, sighashTypes }))
  const sign = (): Promise<unknown> =>
    provider.signPsbt({ psbt: read.psbt.toBuffer(), inputs, network: network.caipNetworkId })
  const psbt = mergeSignatures(read, targets, await requestWallet(link, sign, { signal }))
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
    throw invalidParams('psbt is not base64.', cause)
  }
}

/** A transaction id, which is the hash in reverse byte order. */
function toTxid(hash: Uint8Array): string {
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0'))
    .reverse()
    .join('')
}
