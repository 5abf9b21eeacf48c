import type { CustomFetch } from 'openid-client'

/** Bytes: no provider says more of itself or of somebody. */
const limit = 262_144

/** Asks a provider, and reads no more than it should have to say. Goes nowhere it is redirected to. */
export const boundedFetch: CustomFetch = async (url, options) => {
  const response = await fetch(url, { ...options, redirect: 'manual' } as RequestInit)
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.byteLength
    // leaving the loop ends the connection
    if (size > limit) throw new Error(`${new URL(url).host} answers more than ${limit} bytes.`)
    parts.push(part)
  }
  const { status, headers } = response
  const isEmpty = status === 204 || status === 205 || status === 304 || status < 200
  return new Response(isEmpty ? null : Buffer.concat(parts), { status: Math.max(status, 200), headers })
}
