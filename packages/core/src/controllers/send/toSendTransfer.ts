import { parseAmount } from '../../utils/parseAmount.js'
import type { Transfer } from '../transfers/transfer.js'
import type { SendState } from './state.js'

/** What a form that is complete says; undefined for another one. */
export function toSendTransfer(send: SendState): Transfer | undefined {
  const { namespace, caipNetworkId, address, token, receiver } = send
  const amount = token && parseAmount(send.amount, token.decimals)
  if (!amount || receiver.status !== 'ready') return undefined
  const own = token.address === undefined ? undefined : { address: token.address, decimals: token.decimals }
  return { namespace, caipNetworkId, address, to: receiver.address, amount, token: own }
}
