import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import { isRecord } from '../../utils/isRecord.js'
import { readText } from '../../utils/readText.js'
import type { OnRampError } from './state.js'

/** Characters of a reason that are kept. */
const longest = 300

/** What to keep of a fault, with the reason that a service gave with a status of 4xx. Never rejects. */
export async function toOnRampError(cause: unknown): Promise<OnRampError> {
  const fault = toLatchkeyError(cause)
  const { code, shortMessage: message } = fault
  const response = fault.cause
  const reason = code === 'HTTP_STATUS' && response instanceof Response ? await readReason(response) : undefined
  return { code, message, ...(reason && { reason: reason.slice(0, longest) }) }
}

/** `{ error: { message } }` or `{ message }`. */
async function readReason(response: Response): Promise<string | undefined> {
  try {
    const body: unknown = JSON.parse(await readText(response))
    const place = isRecord(body) && isRecord(body['error']) ? body['error'] : body
    const message = isRecord(place) ? place['message'] : undefined
    return typeof message === 'string' ? message : undefined
  } catch {
    return undefined // it gave none
  }
}
