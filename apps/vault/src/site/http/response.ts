import type { IncomingMessage, ServerResponse } from 'node:http'

/** A route's response. Not cached unless its headers say so. */
export type RouteResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}

export function toJsonResponse(
  value: unknown,
  { status = 200, headers = {} }: { status?: number; headers?: Readonly<Record<string, string>> } = {},
): RouteResponse {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(value),
  }
}

type HtmlOptions = {
  readonly status: number
  readonly title: string
  /** Markup. Pass foreign text through `escapeHtml` first. */
  readonly body: string
  readonly head?: string | undefined
  /** BCP 47. Default: English. */
  readonly language?: string | undefined
  readonly direction?: 'ltr' | 'rtl' | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

export function toHtmlResponse({
  status,
  title,
  body,
  head = '',
  language = 'en',
  direction = 'ltr',
  headers = {},
}: HtmlOptions): RouteResponse {
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
    body:
      `<!doctype html><html lang="${language}"${direction === 'rtl' ? ' dir="rtl"' : ''}><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>` +
      `<meta name="viewport" content="width=device-width,initial-scale=1">${head}</head><body>${body}</body></html>`,
  }
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

type SendResponseOptions = {
  readonly answer: RouteResponse
  /** Whether users connect over https, which HSTS then requires for a year. */
  readonly isSecure: boolean
}

/**
 * Sends a response. Unless a route says otherwise, browsers don't cache it, sniff its type, show it in a frame, load it from another site's
 * page, or run anything in it.
 */
export function sendResponse(
  request: IncomingMessage,
  response: ServerResponse,
  { answer: { status, headers, body }, isSecure }: SendResponseOptions,
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
