/** An `Error` with what wallets and libraries hang on it. */
export function withFields(message: string, fields: Readonly<Record<string, unknown>>): Error {
  return Object.assign(new Error(message), fields)
}
