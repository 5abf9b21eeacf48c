import type { IncomingMessage } from 'node:http'

/** Whom limits count for: the address of the connection, or what the last proxy before us says that it saw. */
export function readClient({ headers, socket }: IncomingMessage, { trustsProxy }: { trustsProxy: boolean }): string {
  const seen = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .at(-1)
    ?.trim()
    .slice(0, 64)
  return (trustsProxy && seen) || (socket.remoteAddress ?? '')
}
