import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client'
import { loginNames } from '../../protocol/login.js'
import type { Provider } from './provider.js'

/** Why a login at a provider came to nothing. */
export type ProviderFailure = {
  /** For the visitor. */
  readonly fault: string
  /** Somebody said no; else the provider is down, and the same may work later. */
  readonly isRefusal: boolean
}

/** It answered, but not with what holds. */
const unproved = /^OAUTH_(?:JWT|KEY_SELECTION|INVALID_RESPONSE|UNSUPPORTED|JSON_ATTRIBUTE)/

/** In place of a status, which an answer by way of the browser has none of. [RFC 6749 §4.1.2.1] */
const outages: readonly string[] = ['server_error', 'temporarily_unavailable']

/** What a visitor is told of a login that a provider did not let happen. Nothing of what it said itself, but its word for it. */
export function toProviderFailure({ provider }: Pick<Provider, 'provider'>, cause: unknown): ProviderFailure {
  const name = loginNames[provider]
  if (cause instanceof AuthorizationResponseError)
    return cause.error === 'access_denied'
      ? refuse(`You did not allow it at ${name}.`)
      : {
          fault: `${name} did not let you in (${toErrorCode(cause.error)}).`,
          isRefusal: !outages.includes(cause.error),
        }
  if (cause instanceof ResponseBodyError)
    return { fault: `${name} did not take the login (${toErrorCode(cause.error)}).`, isRefusal: cause.status < 500 }
  if (cause instanceof ClientError && cause.code === 'OAUTH_TIMEOUT')
    return { fault: `${name} did not answer in time. Please try again.`, isRefusal: false }
  if (cause instanceof ClientError && unproved.test(cause.code ?? ''))
    return refuse(`${name} did not prove who you are.`)
  return { fault: `${name} does not answer as it should. Please try again.`, isRefusal: false }
}

function refuse(fault: string): ProviderFailure {
  return { fault, isRefusal: true }
}

/** Foreign text: an error's name has letters and underscores. [RFC 6749] */
function toErrorCode(text: string): string {
  return /^\w{1,40}$/.test(text) ? text : 'no reason given'
}

/**
 * What an operator is told of a provider that failed: what kind of fault, and nothing that came from outside, as that may hold tokens and
 * addresses of mail. Undefined for what is the visitor's own doing.
 */
export function toProviderReport(provider: string, cause: unknown): Error | undefined {
  if (cause instanceof AuthorizationResponseError && cause.error === 'access_denied') return undefined
  const { name, code, message, cause: inner } = cause as Readonly<Record<string, unknown>>
  const kind = [name, code, message, (inner as { readonly code?: unknown } | undefined)?.code]
  const words = kind.filter((one) => typeof one === 'string' && one !== '')
  return new Error(`A login with ${provider} failed: ${words.join(', ')}`)
}
