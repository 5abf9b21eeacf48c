/**
 * What the frame answered with: the hash of a transaction (0x and 64 hex characters), something signed (0x and 62 hex
 * characters or more: a signature, or a transaction to be sent), or anything else. [S5.9]
 */
export type ReplyKind = 'hash' | 'signed' | 'object'

export function toReplyKind(reply: unknown): ReplyKind {
  if (typeof reply !== 'string' || !/^0x[\da-f]{62,}$/i.test(reply)) return 'object'
  return reply.length === 66 ? 'hash' : 'signed'
}
