import { createHttpClient } from '../../api/http.js'
import { toServiceParams } from '../../api/toServiceParams.js'
import { InvalidAppConfigurationError } from '../../errors/config.js'
import { internals, type Modal } from '../../modal.js'
import { readField } from '../../utils/readField.js'
import { scrub } from '../../utils/scrub.js'
import { showAlert } from '../alert/showAlert.js'

export type ReportProps = {
  readonly type: 'error' | 'track'
  readonly event: string
  readonly errorType?: string | undefined
  readonly errorMessage?: string | undefined
  readonly stackTrace?: string | undefined
}

/**
 * `POST {baseUrl}/e` with `eventId`, `url`, `domain`, `timestamp` and `props`, without what belongs to the visitor [S7.24].
 * Never rejects; false where it was refused for good (HTTP 403), which the developer is told. [S8.28]
 */
export async function sendReport(modal: Modal, baseUrl: string, props: ReportProps): Promise<boolean> {
  const { env } = modal
  const { signal } = modal[internals]
  const location = env.window()?.location
  const texts = Object.entries(props).flatMap(([name, text]) =>
    text === undefined ? [] : [[name, scrub(text)] as const],
  )
  const body = {
    eventId: Array.from(env.random(16), (byte) => byte.toString(16).padStart(2, '0')).join(''),
    url: location ? scrub(location.href).slice(0, 2_000) : '',
    domain: location?.hostname ?? '',
    timestamp: env.now(),
    props: Object.fromEntries(texts.map(([name, text]) => [name, text.slice(0, most[name] ?? 100)])),
  }
  const client = createHttpClient({ baseUrl, env, params: () => toServiceParams(modal) })
  try {
    await client.post({ path: '/e', body, signal })
  } catch (cause) {
    // what else goes wrong with a report is not worth another
    if (!(cause instanceof Error) || readField(cause, 'status') !== 403) return true
    showAlert(modal, new InvalidAppConfigurationError({ cause }))
    return false
  }
  return true
}

/** Characters of a text; a word has 100. */
const most: { readonly [name: string]: number } = { errorMessage: 2_000, stackTrace: 10_000 }
