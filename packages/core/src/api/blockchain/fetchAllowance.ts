import type { Modal } from '../../modal.js'
import type { CaipAddress } from '../../utils/caip.js'
import { callBlockchain } from './callBlockchain.js'
import { amount, need } from './fields.js'

export type FetchAllowanceRequest = {
  readonly tokenAddress: CaipAddress
  readonly userAddress: CaipAddress
  readonly signal: AbortSignal
}

/** Atomic units of a token that a swap may take of an account: `GET /v1/convert/allowance` [S7.8]. */
export async function fetchAllowance(
  modal: Modal,
  { tokenAddress, userAddress, signal }: FetchAllowanceRequest,
): Promise<bigint> {
  const params = { tokenAddress, userAddress }
  return need(await callBlockchain(modal, { path: '/v1/convert/allowance', params, signal }), 'allowance', amount)
}
