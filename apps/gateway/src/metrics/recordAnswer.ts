import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestRecord } from './requestRecord.js'

export type RecordAnswerOptions = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly path: string
  readonly record: (record: RequestRecord) => void
}

/** Tells of an answer that another handler gives, when it is given. */
export function recordAnswer({ request, response, path, record }: RecordAnswerOptions): void {
  const begun = performance.now()
  response.once('finish', () => {
    const milliseconds = performance.now() - begun
    record({ method: request.method ?? '', path, status: response.statusCode, milliseconds })
  })
}
