import { isRecord } from '@latchkey/core'
import { SiwxRefusal } from '../SiwxRefusal.js'

/** The origin that the browser says the page has, where it is allowed; undefined for another, and for none. */
export function readOrigin(request: Request, origins: readonly string[]): string | undefined {
  const origin = request.headers.get('origin')
  return origin !== null && origins.includes(origin) ? origin : undefined
}

/** Every browser says it with a POST, and no page can say another's. Throws 403 for others, and for none. */
export function requireOrigin(request: Request, origins: readonly string[]): string {
  const origin = readOrigin(request, origins)
  if (origin !== undefined) return origin
  throw new SiwxRefusal('The header Origin names no page that may sign in here.', {
    status: 403,
    code: 'ORIGIN_NOT_ALLOWED',
    field: 'origin',
  })
}

/** Bytes of the longest body that is read. */
const maxBodyBytes = 65_536

/**
 * The object that a body holds. Refuses other types than JSON: a form of a foreign page can send those without asking first.
 * Throws {@link SiwxRefusal} for what is too long, whatever its header says, and for what is no object.
 */
export async function readJson(request: Request): Promise<Readonly<Record<string, unknown>>> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json')
    throw new SiwxRefusal('The body has to be application/json.', { status: 415, code: 'NOT_JSON' })
  const text = await readText(request)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new SiwxRefusal('The body is not JSON.', { status: 400, code: 'BAD_REQUEST', field: 'body', cause })
  }
  if (isRecord(value)) return value
  throw new SiwxRefusal('The body is no JSON object.', { status: 400, code: 'BAD_REQUEST', field: 'body' })
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
      void reader?.cancel().catch(() => undefined) // the client has gone
      throw new SiwxRefusal(`A body has at most ${maxBodyBytes} bytes.`, { status: 413, code: 'BODY_TOO_LARGE' })
    }
    text += decoder.decode(value, { stream: true })
  }
}
