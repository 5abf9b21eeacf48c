import type { ErrorCode } from '../../errors/codes.js'
import { isLatchkeyError } from '../../errors/LatchkeyError.js'
import { ServiceNotConfiguredError } from '../../errors/services.js'
import { InvalidAppConfigurationError } from '../../errors/setup.js'
import { toLatchkeyError } from '../../errors/toLatchkeyError.js'
import { toMessage } from '../../modal/log.js'
import { internals, type Modal } from '../../modal/modal.js'
import { createHttpClient, getHttpStatus, toServiceParams } from '../../service/http.js'
import { showAlert, watchEvents } from './actions.js'
import { type ErrorReport, reportLimits } from './state.js'

/** Codes that aren't reported: choices of the user, the app or its project, and browsers without storage. */
const expectedCodes: readonly ErrorCode[] = [
  'ABORTED',
  'CONNECTION_REJECTED',
  'LOCAL_CONFIGURATION_IGNORED',
  'MODAL_CLOSED',
  'POPUP_CLOSED',
  'STORAGE_UNAVAILABLE',
  'USER_REJECTED',
]

/** Patterns of personal data and their replacements. Order matters: a URL's query may include any of the others. */
const rules: readonly (readonly [RegExp, string])[] = [
  [/(\b[a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/?#@]{0,256}@/gi, '$1'],
  [/[?#][^\s)'":]*(:\d+)?/g, '$1'],
  [/[^\s@<>()"'/]{1,64}(?:@|%40)[^\s@<>()"'/]{1,190}\.[a-z]{2,}/gi, '[email]'],
  [/\beyJ[\w-]+\.[\w-]+(\.[\w-]*)?/g, '[token]'],
  [/\b(bearer|token|code|secret|password)(["']?\s?[:=]\s?["']?|\s)(?!-)(?=\S{0,99}\d)[\w.~+/-]{6,}/gi, '$1$2[token]'],
  [/\b(?:[a-z]{3,8}[\s,]{1,3}){11,}[a-z]{3,8}\b/g, '[words]'],
  [/\b0x[0-9a-f]{16,}\b|\b[0-9a-f]{32,}\b/gi, '[hex]'],
  [/\b(?:bc|tb|bcrt)1[02-9ac-hj-np-z]{20,}\b/gi, '[address]'],
  [/\b[1-9A-HJ-NP-Za-km-z]{26,}\b/g, '[key]'],
  [/[\w-]{40,}/g, '[key]'],
]

/** Longer texts are cut, with a margin in which the cut may have made data unrecognizable. */
const maxTextLength = 12_000

const cutMargin = 256

/** Maximum length of long texts; others are cut at 100 characters. */
const maxLengths: { readonly [name: string]: number } = { errorMessage: 2_000, stackTrace: 10_000 }

type ReportProps = {
  readonly type: 'error' | 'track'
  readonly event: string
  readonly errorType?: string | undefined
  readonly errorMessage?: string | undefined
  readonly stackTrace?: string | undefined
}

/**
 * Reports an error to the `telemetry` service without personal data, at most five per minute. Resolves when the report
 * was accepted or refused. [S7.24]
 */
export async function reportError(modal: Modal, { cause, event = 'request' }: ErrorReport): Promise<void> {
  const inner = modal[internals]
  const { telemetry, services } = inner.options
  const error = toLatchkeyError(cause)
  if (!telemetry || expectedCodes.includes(error.code) || inner.signal.aborted) return
  const baseUrl = telemetry === true ? services.blockchainApi : telemetry
  if (!baseUrl) return showAlert(modal, new ServiceNotConfiguredError({ service: 'blockchainApi' }))

  inner.reports ??= { times: [], seen: new WeakSet() }
  const memory = inner.reports
  const parts = [cause, error, error.cause].filter((part) => typeof part === 'object' && part !== null)
  const isSeen = parts.some((part) => memory.seen.has(part))
  for (const part of parts) memory.seen.add(part)
  const now = modal.env.now()
  const times = memory.times.filter((time) => time > now - reportLimits.time)
  if (isSeen || times.length >= reportLimits.max) return
  memory.times = [...times, now]

  // outside of a request it isn't an error of a wallet or a service, so it is reported under its own name
  const thrown = event === 'modal' && cause instanceof Error && !isLatchkeyError(cause) ? cause : undefined
  await sendReport(modal, baseUrl, {
    type: 'error',
    event,
    errorType: thrown?.name ?? error.code,
    errorMessage: thrown?.message ?? toMessage(error),
    stackTrace: (error.cause instanceof Error ? error.cause : error).stack,
  })
}

/**
 * Sends the names of tracked events, without their properties, to `services.analytics`, once it is known that the
 * project collects them. Stops with the modal, if the project doesn't, or if the service refuses. [S7.23, S8.28]
 */
export function watchAnalytics(modal: Modal, baseUrl: string, isEnabled: Promise<boolean>): void {
  const send = async (event: string): Promise<void> => {
    if (!(await isEnabled) || !(await sendReport(modal, baseUrl, { type: 'track', event }))) unwatch()
  }
  const unwatch = watchEvents(modal, ({ event }) => void send(event))
  modal[internals].onDestroy(unwatch)
}

/**
 * Returns what the modal and its plugins have logged since the page was loaded: failures that didn't stop the user, and
 * errors of the pairing client. Oldest first, each line with its time (ISO 8601), at most one megabyte, without
 * addresses, keys, tokens, codes, email addresses, recovery phrases and URL queries. [S9.12]
 */
export function getLog(modal: Modal): readonly string[] {
  return modal[internals].log.getLines().map(scrub)
}

/**
 * Removes addresses, keys, tokens, codes, email addresses, recovery phrases and URL queries from a text that leaves the
 * page. Strings that only look like these are removed too.
 */
export function scrub(text: string): string {
  const scrubbed = rules.reduce((rest, [pattern, word]) => rest.replace(pattern, word), text.slice(0, maxTextLength))
  return text.length > maxTextLength ? scrubbed.slice(0, -cutMargin) : scrubbed
}

/**
 * Sends a report without personal data: `POST {baseUrl}/e` with `eventId`, `url`, `domain`, `timestamp` and `props`
 * [S7.24]. Never rejects. Returns false if the service refused it for good (HTTP 403), after alerting the developer.
 * [S8.28]
 */
async function sendReport(modal: Modal, baseUrl: string, props: ReportProps): Promise<boolean> {
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
    props: Object.fromEntries(texts.map(([name, text]) => [name, text.slice(0, maxLengths[name] ?? 100)])),
  }
  const client = createHttpClient({ baseUrl, env, params: () => toServiceParams(modal) })
  try {
    await client.post({ path: '/e', body, signal })
  } catch (cause) {
    // other failures of a report aren't reported
    if (getHttpStatus(cause) !== 403) return true
    showAlert(modal, new InvalidAppConfigurationError({ cause }))
    return false
  }
  return true
}
