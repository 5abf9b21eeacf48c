import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Answer } from './answer.js'

export type SendAnswerOptions = {
  readonly answer: Answer
  /** Whether visitors come by https, which they are told to keep to for a year. */
  readonly isSecure: boolean
}

/**
 * Sends an answer. Whatever a route does not say otherwise: no browser keeps it, guesses its type, shows it in a frame,
 * loads it from another site's page, or runs anything in it.
 */
export function sendAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  { answer: { status, headers, body }, isSecure }: SendAnswerOptions,
): void {
  const bytes = Buffer.from(body)
  response.writeHead(status, {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...(isSecure && { 'strict-transport-security': 'max-age=31536000' }),
    ...headers,
    'content-length': bytes.byteLength,
  })
  response.end(request.method === 'HEAD' ? undefined : bytes)
}
