import { isRecord } from '@latchkey/core'

/** A JSON-RPC reply; viem takes it by its place in the batch. */
export type BatchReply = { readonly jsonrpc: '2.0'; readonly id: unknown } & Readonly<Record<string, unknown>>

const internalError = -32603

/**
 * The replies to a batch, one for each request and in their order. viem sorts by id and then counts, so that one
 * missing reply would give every later caller the answer to another's question. A missing reply becomes an error; of
 * two with one id the first counts; a single error for the whole batch is everybody's. [F32]
 */
export function normalizeBatch(ids: readonly unknown[], reply: unknown): readonly BatchReply[] {
  const byId = new Map<string, Record<string, unknown>>()
  for (const item of Array.isArray(reply) ? reply : []) {
    // some nodes write ids as text
    if (isRecord(item) && isAnswer(item) && !byId.has(String(item['id']))) byId.set(String(item['id']), item)
  }
  const common = isRecord(reply) && isRecord(reply['error']) ? reply['error'] : undefined
  const error = common ?? { code: internalError, message: 'The node did not answer this call of the batch.' }
  return ids.map((id) => ({ error, ...pick(byId.get(String(id))), jsonrpc: '2.0', id }))
}

function isAnswer(item: Record<string, unknown>): boolean {
  return 'result' in item || isRecord(item['error'])
}

function pick(item: Record<string, unknown> | undefined): Readonly<Record<string, unknown>> {
  if (!item) return {}
  return isRecord(item['error']) ? { error: item['error'] } : { error: undefined, result: item['result'] }
}
