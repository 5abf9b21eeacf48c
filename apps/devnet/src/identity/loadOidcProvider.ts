/**
 * The identity provider's code, which is large and needed by few. It tells each time that it likes a newer Node better; on this one it
 * works, as the tests beside it show.
 */
export async function loadOidcProvider(): Promise<typeof import('oidc-provider')> {
  const { warn } = console
  console.warn = () => undefined
  try {
    return await import('oidc-provider')
  } finally {
    console.warn = warn
  }
}
