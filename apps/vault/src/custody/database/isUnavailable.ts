/**
 * Whether a fault of the database will pass: it is not there, restarts, fails over, is out of space or connections, or took too
 * long. Codes are SQLSTATE, or those of the socket.
 */
export function isUnavailable(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false
  const { code } = cause as { code?: unknown }
  if (typeof code === 'string') {
    const isSocket = /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT)$/
    // 08 connection, 25P03 idle for too long, 40 rolled back, 53 no disk, memory or connection left, 57 ended or cancelled, 58 of the system
    return isSocket.test(code) || /^(?:08...|25P03|40001|40P01|53...|57...|58...)$/.test(code)
  }
  return /^(?:Connection terminated|Query read timeout|timeout exceeded when trying to connect)/.test(cause.message)
}
