import type { IncomingMessage } from 'node:http'

/** The whole body of a request, as text. */
export async function readBody(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return text
}
