/** Writes what broke as one line of JSON to stderr: addresses of accounts are left out. */
export function tellFault(cause: unknown): void {
  const text = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
  const reasons = cause instanceof Error && cause.cause !== undefined ? { cause: hide(String(cause.cause)) } : {}
  console.error(JSON.stringify({ time: new Date().toISOString(), level: 'error', message: hide(text), ...reasons }))
}

function hide(text: string): string {
  return text.replace(/0x[0-9a-f]{40}\b/gi, '0x…').slice(0, 4_000)
}
