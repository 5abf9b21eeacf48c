import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client'
import type { Provider } from './provider.js'

/** Why a login at a provider failed. */
export type ProviderFailure = {
  /** For the user. */
  readonly fault: string
  /** True if a retry is pointless: the user or the provider declined, or the response can't be verified. */
  readonly isRefusal: boolean
}

/** Codes of openid-client for responses that can't be verified. */
const unverified = /^OAUTH_(?:JWT|KEY_SELECTION|INVALID_RESPONSE|UNSUPPORTED|JSON_ATTRIBUTE)/

/** Error codes of redirects that mean an outage, as redirects have no status. [RFC 6749 §4.1.2.1] */
const outages: readonly string[] = ['server_error', 'temporarily_unavailable']

/** Error codes of redirects if the user canceled: of the standard [RFC 6749 §4.1.2.1], and of Apple. */
const cancellations: readonly string[] = ['access_denied', 'user_cancelled_authorize']

/** Describes a failed provider login for the user. Quotes nothing from the provider but its error code. */
export function toProviderFailure({ name }: Pick<Provider, 'name'>, cause: unknown): ProviderFailure {
  if (cause instanceof AuthorizationResponseError)
    return cancellations.includes(cause.error)
      ? refuse(`You did not allow it at ${name}.`)
      : {
          fault: `${name} did not let you in (${toErrorCode(cause.error)}).`,
          isRefusal: !outages.includes(cause.error),
        }
  if (cause instanceof ResponseBodyError)
    return { fault: `${name} rejected the login (${toErrorCode(cause.error)}).`, isRefusal: cause.status < 500 }
  if (cause instanceof ClientError && cause.code === 'OAUTH_TIMEOUT')
    return { fault: `${name} didn’t respond in time. Try again.`, isRefusal: false }
  if (cause instanceof ClientError && unverified.test(cause.code ?? ''))
    return refuse(`${name} did not prove who you are.`)
  return { fault: `${name} returned an invalid response. Try again.`, isRefusal: false }
}

function refuse(fault: string): ProviderFailure {
  return { fault, isRefusal: true }
}

/** Untrusted text: shown only if it looks like a registered error code, e.g. `invalid_scope`. */
function toErrorCode(text: string): string {
  return /^\w{1,40}$/.test(text) ? text : 'no reason given'
}

/**
 * Describes a provider failure for the operator by its name, codes and message, never by the description or the body of a response, which
 * may contain tokens and email addresses. Undefined if the user declined.
 */
export function toProviderReport(provider: string, cause: unknown): Error | undefined {
  if (cause instanceof AuthorizationResponseError && cancellations.includes(cause.error)) return undefined
  const { name, code, message, cause: inner } = cause as Readonly<Record<string, unknown>>
  const kind = [name, code, message, (inner as { readonly code?: unknown } | undefined)?.code]
  const words = kind.filter((one) => typeof one === 'string' && one !== '')
  return new Error(`A login with ${provider} failed: ${words.join(', ')}`)
}
