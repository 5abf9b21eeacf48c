import { isRecord } from '@latchkey/core'
import { SiwxRefusal } from '../SiwxRefusal.js'

/** The request's origin, if it is allowed; undefined otherwise. */
export function readOrigin(request: Request, origins: readonly string[]): string | undefined {
  const origin = request.headers.get('origin')
  return origin !== null && origins.includes(origin) ? origin : undefined
}

/** Browsers send the origin with every POST, and pages can't fake it. Throws 403 if it is missing or not allowed. */
export function requireOrigin(request: Request, origins: readonly string[]): string {
  const origin = readOrigin(request, origins)
  if (origin !== undefined) return origin
  throw new SiwxRefusal('The Origin header is missing or not allowed.', {
    status: 403,
    code: 'ORIGIN_NOT_ALLOWED',
    field: 'origin',
  })
}

/** Bytes of the longest body that is read. */
const maxBodyBytes = 65_536

/**
 * Parses a JSON object from the body. Refuses other content types, because forms of foreign pages can send those without a
 * preflight. Throws {@link SiwxRefusal} if the body is too long, whatever its header says, or not an object.
 */
export async function readJson(request: Request): Promise<Readonly<Record<string, unknown>>> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json')
    throw new SiwxRefusal('The Content-Type must be application/json.', { status: 415, code: 'NOT_JSON' })
  const text = await readText(request)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new SiwxRefusal('The body is not JSON.', { status: 400, code: 'BAD_REQUEST', field: 'body', cause })
  }
  if (isRecord(value)) return value
  throw new SiwxRefusal('The body must be a JSON object.', { status: 400, code: 'BAD_REQUEST', field: 'body' })
}

async function readText(request: Request): Promise<string> {
  const reader = request.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let length = 0
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
    if (done) return text + decoder.decode()
    length += value.byteLength
    if (length > maxBodyBytes) {
      void reader?.cancel().catch(() => undefined) // the client has disconnected
      throw new SiwxRefusal(`The body must not exceed ${maxBodyBytes} bytes.`, { status: 413, code: 'BODY_TOO_LARGE' })
    }
    text += decoder.decode(value, { stream: true })
  }
}
