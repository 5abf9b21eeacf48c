import { isLatchkeyError } from '../../errors/LatchkeyError.js'
import { NameRefusedError } from '../../errors/services.js'
import type { Modal } from '../../modal.js'
import { readField } from '../../utils/readField.js'
import { readText } from '../../utils/readText.js'
import { callBlockchain } from './callBlockchain.js'
import { may, need, rowsOf, text } from './fields.js'

export type RegisterProfileRequest = {
  /** SLIP-44, of an EVM chain with 0x80000000 added (ENSIP-11). */
  readonly coinType: number
  readonly address: string
  readonly message: string
  readonly signature: string
  readonly signal: AbortSignal
}

/** Registers a name, `POST /v1/profile/account` [S7.16]. Throws `NAME_REFUSED` where the service says what is wrong with it. */
export async function registerProfile(
  modal: Modal,
  { coinType, signal, ...fields }: RegisterProfileRequest,
): Promise<{ readonly success: true }> {
  try {
    const body = { coin_type: coinType, ...fields }
    const reply = await callBlockchain(modal, { path: '/v1/profile/account', body, signal })
    return { success: need(reply, 'success', (value) => (value === true ? value : null)) }
  } catch (cause) {
    throw await toRefusal(cause)
  }
}

async function toRefusal(cause: unknown): Promise<unknown> {
  const response = isLatchkeyError(cause) && cause.code === 'HTTP_STATUS' ? readField(cause, 'cause') : undefined
  if (!(response instanceof Response)) return cause
  try {
    const reasons = may(
      JSON.parse(await readText(response)),
      'reasons',
      rowsOf((row) => ({ name: need(row, 'name', text), description: need(row, 'description', text) })),
    )
    return reasons?.length ? new NameRefusedError({ reasons, cause }) : cause
  } catch {
    return cause // a refusal that gives no reasons is told by its status
  }
}
