import { isRecord } from '@latchkey/core'
import { SiwxRefusal } from '../SiwxRefusal.js'

/** Bytes of the longest body that is read. */
const most = 65_536

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
    if (length > most) {
      void reader?.cancel().catch(() => undefined) // the client has gone
      throw new SiwxRefusal(`A body has at most ${most} bytes.`, { status: 413, code: 'BODY_TOO_LARGE' })
    }
    text += decoder.decode(value, { stream: true })
  }
}
