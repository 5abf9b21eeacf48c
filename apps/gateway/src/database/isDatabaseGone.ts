/** SQLSTATE of lost connections, too many of them, servers that go down or come up, and statements that took too long. */
const states = /^(08|53|57P|57014|25P03)/
const sentences =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Cannot use a pool)/

/** Whether a fault says that the database does not answer now, not that something was asked wrongly. */
export function isDatabaseGone(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false
  const { code, syscall } = cause as NodeJS.ErrnoException
  return syscall !== undefined ? /^E[A-Z]+$/.test(code ?? '') : states.test(code ?? '') || sentences.test(cause.message)
}
