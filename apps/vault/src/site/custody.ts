import { request } from 'node:http'
import type { z } from 'zod'
import { SiteFault } from './http/SiteFault.js'

export type AskOptions<schema extends z.ZodType> = {
  readonly path: '/call' | '/link' | '/notice' | '/social'
  readonly body: unknown
  readonly schema: schema
  /** Milliseconds. */
  readonly timeout: number
  readonly signal: AbortSignal
}

/** Asks custody. Rejects with 503 where it cannot be reached, breaks off, or says what nobody can read. */
export type AskCustody = <schema extends z.ZodType>(options: AskOptions<schema>) => Promise<z.output<schema>>

/** Bytes. */
const limit = 4_194_304

/** Custody at the path of a unix socket, or at an http address that only this machine or network reaches. */
export function createCustody(place: string): AskCustody {
  return async ({ path, body, schema, timeout, signal }) => {
    const ended = AbortSignal.any([AbortSignal.timeout(timeout), signal])
    try {
      const text = await post(place, { path, body: JSON.stringify(body), signal: ended })
      return schema.parse(JSON.parse(text))
    } catch (cause) {
      throw new SiteFault('The vault cannot answer right now. Please try again.', {
        status: 503,
        code: 'UNAVAILABLE',
        headers: { 'retry-after': '5' },
        cause,
      })
    }
  }
}

function post(
  place: string,
  { path, body, signal }: { path: string; body: string; signal: AbortSignal },
): Promise<string> {
  const to = /^https?:/.test(place)
    ? { hostname: new URL(place).hostname, port: new URL(place).port }
    : { socketPath: place }
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const asked = request({ ...to, path, method: 'POST', headers, signal }, (response) => {
      const parts: Buffer[] = []
      let size = 0
      response.on('error', reject)
      response.on('data', (part: Buffer) => {
        size += part.byteLength
        if (size > limit) response.destroy(new Error('The answer is too long.'))
        else parts.push(part)
      })
      response.on('end', () => resolve(Buffer.concat(parts).toString('utf8')))
    })
    asked.on('error', reject)
    asked.end(body)
  })
}
