import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client'
import { type Provider, providerNames } from './provider.js'

/** It answered, but not with what holds. */
const unproved = /^OAUTH_(?:JWT|KEY_SELECTION|INVALID_RESPONSE|UNSUPPORTED|JSON_ATTRIBUTE)/

/** What a visitor is told of a login that a provider did not let happen. Nothing of what it said itself, but its word for it. */
export function toProviderFault({ provider }: Pick<Provider, 'provider'>, cause: unknown): string {
  const name = providerNames[provider]
  if (cause instanceof AuthorizationResponseError)
    return cause.error === 'access_denied'
      ? `You did not allow it at ${name}.`
      : `${name} did not let you in (${toWord(cause.error)}).`
  if (cause instanceof ResponseBodyError) return `${name} did not take the login (${toWord(cause.error)}).`
  if (!(cause instanceof ClientError)) return `${name} does not answer as it should. Please try again.`
  if (cause.code === 'OAUTH_TIMEOUT') return `${name} did not answer in time. Please try again.`
  return unproved.test(cause.code ?? '')
    ? `${name} did not prove who you are.`
    : `${name} does not answer as it should. Please try again.`
}

/** Foreign text: an error's name has letters and underscores. [RFC 6749] */
function toWord(text: string): string {
  return /^\w{1,40}$/.test(text) ? text : 'no reason given'
}
