import { VaultError } from './VaultError.js'

export type PostOptions = {
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Milliseconds. */
  readonly timeout: number
  readonly signal: AbortSignal
  readonly fetch: typeof fetch
}

/** Asks this site, whose answers need no check. Rejects with a VaultError where none comes, or the signal's reason. */
export async function postJson<answer>(
  path: '/v1/call' | '/v1/rpc',
  { body, headers = {}, timeout, signal, fetch }: PostOptions,
): Promise<answer> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
    })
    return (await response.json()) as answer
  } catch (cause) {
    signal.throwIfAborted()
    throw new VaultError({ code: 'UNAVAILABLE', message: 'The wallet cannot be reached. Please try again.' }, { cause })
  }
}
