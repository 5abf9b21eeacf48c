import { AuthorizationResponseError } from 'openid-client'

/**
 * What an operator is told of a provider that failed: what kind of fault, and nothing that came from outside, as that may hold tokens and
 * addresses of mail. Undefined for what is the visitor's own doing.
 */
export function toReport(provider: string, cause: unknown): Error | undefined {
  if (cause instanceof AuthorizationResponseError && cause.error === 'access_denied') return undefined
  const { name, code, message, cause: inner } = cause as Readonly<Record<string, unknown>>
  const kind = [name, code, message, (inner as { readonly code?: unknown } | undefined)?.code]
  const words = kind.filter((one) => typeof one === 'string' && one !== '')
  return new Error(`A login with ${provider} failed: ${words.join(', ')}`)
}
