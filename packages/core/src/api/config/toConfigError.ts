import { InvalidProjectIdError } from '../../errors/config.js'
import { RateLimitedError, ServerError } from '../../errors/http.js'
import { isLatchkeyError, type LatchkeyError } from '../../errors/LatchkeyError.js'
import { internals, type Modal } from '../../modal.js'
import { isRecord } from '../../utils/isRecord.js'
import { readField } from '../../utils/readField.js'
import { readText } from '../../utils/readText.js'
import { waitFor } from '../../utils/waitFor.js'
import { httpDeadline } from '../http.js'

/** Names what went wrong with a question to the service of settings, with the server's own words. [S8.24, S8.26, S8.27] */
export async function toConfigError(modal: Modal, cause: unknown): Promise<LatchkeyError> {
  const code = isLatchkeyError(cause) ? cause.code : undefined
  if (isLatchkeyError(cause) && code === 'ABORTED') return cause
  const status = code === 'HTTP_STATUS' && cause instanceof Error ? readField(cause, 'status') : undefined
  if (status === 429)
    return new RateLimitedError({ cause, details: 'services.config asks to be left alone for a while.' })
  if (status === 401 || status === 403 || status === 404)
    return new InvalidProjectIdError({ cause, projectId: modal[internals].options.projectId ?? '' })
  const words = (await readMessage(modal, cause)) ?? (cause instanceof Error ? cause.message : 'It gave no reason.')
  return new ServerError({ cause, details: `Failed to get the configuration of the app: ${words.slice(0, 300)}` })
}

/** The `message` of an answer that was a refusal. */
async function readMessage({ env, [internals]: { signal } }: Modal, cause: unknown): Promise<string | undefined> {
  const response = cause instanceof Error ? cause.cause : undefined
  if (!(response instanceof Response)) return undefined
  try {
    const reply: unknown = JSON.parse(await waitFor(readText(response), { env, signal, deadline: httpDeadline }))
    const message = isRecord(reply) ? reply['message'] : undefined
    return typeof message === 'string' && message !== '' ? message : undefined
  } catch {
    return undefined // a server that gives no reason has its status
  }
}
