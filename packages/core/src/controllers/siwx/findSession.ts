import type { Siwx, SiwxSession } from '../../auth.js'
import type { Modal } from '../../modal.js'
import { isSameAddress } from '../../utils/address.js'
import type { CaipAddress, CaipNetworkId } from '../../utils/caip.js'
import { parseCaipAddress } from '../../utils/parseCaipAddress.js'
import { readField } from '../../utils/readField.js'

/** A session of this account that is good on its network now. Rejects where the app's side does. */
export async function findSession(
  modal: Modal,
  siwx: Siwx,
  caipAddress: CaipAddress,
): Promise<SiwxSession | undefined> {
  const { namespace = 'eip155', reference = '', address = '' } = parseCaipAddress(caipAddress) ?? {}
  const chainId: CaipNetworkId = `${namespace}:${reference}`
  const sessions: unknown = await siwx.getSessions(chainId, address)
  if (!Array.isArray(sessions)) throw new TypeError('getSessions() gave no list.')
  return sessions.find((session: SiwxSession | null) => {
    const data = session && readField(session, 'data')
    const owner = typeof data === 'object' && data !== null ? readField(data, 'accountAddress') : undefined
    // the app's side may keep those of others, and those that are over
    return typeof owner === 'string' && isSameAddress(namespace, owner, address) && !isOver(modal, session)
  })
}

/** Whether a session has passed its own end. */
export function isOver(modal: Modal, session: SiwxSession | null): boolean {
  const end = Date.parse(session?.data.expirationTime ?? '')
  return end <= modal.env.now()
}
