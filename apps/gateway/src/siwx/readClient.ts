import type { NodeRequest } from '@latchkey/siwx/server'

/** Whom open sign-ins are counted for: the address of the connection, or what the last proxy before us says that it saw. */
export function readClient(trustsProxy: boolean): (request: NodeRequest) => string | undefined {
  return ({ headers, socket }) => {
    if (!trustsProxy) return socket.remoteAddress
    return (
      String(headers['x-forwarded-for'] ?? '')
        .split(',')
        .at(-1)
        ?.trim()
        .slice(0, 64) || socket.remoteAddress
    )
  }
}
