import { NetworkNotFoundError } from '../../errors/network.js'
import { InvalidPaymentError } from '../../errors/transfer.js'
import type { Modal } from '../../modal.js'
import { parseAmount } from '../../utils/parseAmount.js'
import { checkReceiver } from '../transfers/checkReceiver.js'
import { readToken } from '../transfers/readToken.js'
import { parsePayAsset } from './parsePayAsset.js'
import type { PayAsset, PayOption, PayRequest } from './state.js'

/**
 * One way to pay, looked at before it is shown. Throws `INVALID_PAYMENT` with the field that is wrong, `NETWORK_NOT_FOUND`, or what
 * the nodes say of the token.
 */
export async function readPayOption(
  modal: Modal,
  { recipient: usual, amount: usually }: PayRequest,
  given: PayAsset,
  signal: AbortSignal,
): Promise<PayOption> {
  const asset = parsePayAsset(given)
  if (!asset) throw new InvalidPaymentError({ details: `asset: ${describe(given)} is none.` })
  const { caipNetworkId, address, recipient = usual, amount = usually } = asset
  const network = modal.getState().networks.find((candidate) => candidate.caipNetworkId === caipNetworkId)
  if (!network) throw new NetworkNotFoundError({ caipNetworkId })
  const [token, isReceiver] = await Promise.all([
    readToken(modal, { caipNetworkId, address }, signal),
    typeof recipient === 'string' && checkReceiver(modal, { caipNetworkId, to: recipient }, signal),
  ])
  if (!isReceiver) throw new InvalidPaymentError({ details: `recipient: ${describe(recipient)} is no address.` })
  if (typeof amount !== 'string' || !parseAmount(amount, token.decimals))
    throw new InvalidPaymentError({ details: `amount: ${describe(amount)} is none of ${token.symbol}.` })
  return { namespace: network.chainNamespace, token, recipient, amount }
}

function describe(value: unknown): string {
  return String(JSON.stringify(value)).slice(0, 100)
}
