import { type ConnectorFeatures, loadModule } from '@latchkey/core'
import { base64 } from '@scure/base'
import { toBase64 } from '../address/bytes.js'
import { askWallet } from '../connectors/askWallet.js'
import type { Wallet } from '../connectors/wallet.js'
import type { WalletLink } from '../connectors/walletLink.js'
import { invalidParams } from '../invalidParams.js'
import { assertWallet } from './assertWallet.js'
import type { SignedPsbt } from './types.js'

type Request = Parameters<ConnectorFeatures['psbt:sign']>[0] & {
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
export async function signPsbt(link: WalletLink, wallet: Wallet, request: Request): Promise<SignedPsbt> {
  const { account, network, signal, signInputs, broadcast = false } = request
  const work = (await loadModule(() => import('../psbt/createPsbtWork.js'))).createPsbtWork()
  const read = work.readPsbt(parse(request.psbt))
  if (!read) throw invalidParams('psbt is no PSBT.')
  const chain = broadcast ? await link.loadChain() : undefined
  chain?.assertNode(network)
  const { accounts } = await assertWallet(wallet, { account, network, signal })
  const targets = work.toTargets({ read, account, accounts, signInputs })
  if (broadcast) work.assertSendable(read, targets)

  const provider = await wallet.getProvider()
  const inputs = targets.map(({ index, address, sighashTypes }) => ({ index, address, sighashTypes }))
  const ask = (): Promise<unknown> =>
    provider.signPsbt({ psbt: read.psbt.toBuffer(), inputs, network: network.caipNetworkId })
  const psbt = work.mergeSignatures(read, targets, await askWallet(link, ask, { signal }))
  const finalized = work.finalize(psbt)
  const signed = { psbtBase64: toBase64(psbt.toBuffer()), finalized }
  if (!chain) return signed
  const transaction = psbt.extractTransaction(true)
  const spent = transaction.ins.map(({ hash, index }) => `${toTxid(hash)}:${index}`)
  request.onSigned?.(transaction.getId(), { inputs: spent })
  return { ...signed, txid: await chain.broadcast({ network, signed: transaction.toHex(), signal }) }
}

function parse(text: unknown): Uint8Array {
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
