import { internals, type Modal } from '../../modal.js'
import { createHttpClient } from '../http.js'
import { toServiceParams } from '../toServiceParams.js'
import { toConfigError } from './toConfigError.js'

/**
 * One question to the service of `services.config`. Throws `RATE_LIMITED` (429), `INVALID_PROJECT_ID` (401, 403, 404),
 * `SERVER_ERROR` with what the server said on all else, and `ABORTED` where the modal ends.
 */
export async function askConfig<answer>(
  modal: Modal,
  { baseUrl, path, parse }: { readonly baseUrl: string; readonly path: string; parse(reply: unknown): answer },
): Promise<answer> {
  const { signal } = modal[internals]
  const client = createHttpClient({ baseUrl, env: modal.env, params: () => toServiceParams(modal) })
  try {
    return parse(await client.get({ path, signal }))
  } catch (cause) {
    throw await toConfigError(modal, cause)
  }
}
