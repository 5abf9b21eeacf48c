import type { ProxiedRequest } from './parseExchange.js'

export type NodeAnswer = { readonly status: number; readonly contentType: string; readonly body: string }

/** Asks the real node the same; undefined where it is down, which is a case to be tested, not a failure of the proxy. */
export async function askNode(url: string, request: ProxiedRequest): Promise<NodeAnswer | undefined> {
  const { method, contentType, body } = request
  try {
    const response = await fetch(url, {
      method,
      ...(contentType !== undefined && { headers: { 'content-type': contentType } }),
      ...(method === 'POST' && { body }),
    })
    return {
      status: response.status,
      contentType: response.headers.get('content-type') ?? 'text/plain',
      body: await response.text(),
    }
  } catch {
    return undefined
  }
}
